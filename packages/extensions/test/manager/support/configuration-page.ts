import { z } from 'zod';
import { dialectNames, dialects } from '../../../src/manager/dialects.ts';
import { droppedFields, fieldAliases, wishFields, type OwnField } from '../../../src/manager/field-aliases.ts';
import { ownFileSchema, ownServerSchema } from '../../../src/manager/own-schema.ts';
import { unitOfName } from '../../../src/manager/timeout-units.ts';
import { markdownTable } from '../../support/markdown-table.ts';

/** The tables of docs/configuration.md, by the names in its marks. They say what the code does, since they are made of it. */
function tables(): Readonly<Record<string, string>> {
  return { dialects: dialectTable(), fields: fieldTable(), aliases: aliasTable(), dropped: droppedTable() };
}

/** The page with its tables put in between their marks. */
export function withTables(page: string): string {
  return Object.entries(tables()).reduce((text, [name, table]) => {
    const [before, rest] = splitOnce(text, `<!-- table: ${name} -->\n`);
    const [, after] = splitOnce(rest, '<!-- end of table -->');
    return `${before}<!-- table: ${name} -->\n\n${table}\n\n<!-- end of table -->${after}`;
  }, page);
}

/** The JSON Schema of a file of our own dialect, for editors and for who writes such files. */
export function ownJsonSchema(): string {
  const schema = z.toJSONSchema(ownFileSchema, { io: 'input' });
  return `${JSON.stringify({ title: 'Servers of @coding-agent/extensions', ...schema }, null, 2)}\n`;
}

function dialectTable(): string {
  const rows = dialectNames.map((name) => {
    const { title, files, containers, timeoutUnit, variables } = dialects[name];
    return [
      code(name),
      title,
      files.map(code).join(', ') || '–',
      containers.map((path) => (path.length === 0 ? 'all of it' : code(path.join('.')))).join(', '),
      timeoutUnit === 'unknown' ? 'not known' : timeoutUnit,
      variables.map(code).join(' ') || 'none',
    ];
  });
  return markdownTable([['Dialect', 'Host', 'Files', 'Servers at', 'A bare `timeout`', 'Variables'], ...rows]);
}

function fieldTable(): string {
  const rows = Object.entries(ownServerSchema.shape).map(([name, schema]) => {
    const { description = '', examples = [] } = schema.meta() as {
      description?: string;
      examples?: readonly unknown[];
    };
    const example = JSON.stringify(examples[0]).replace(/"0{64}"/, '"64 hex digits"');
    return [code(name), description, code(example)];
  });
  return markdownTable([['Field', 'What it says', 'Example'], ...rows]);
}

function aliasTable(): string {
  const rows = (Object.keys(fieldAliases) as OwnField[]).flatMap((field) => {
    const others = fieldAliases[field].slice(1);
    const spelling = (name: string): string =>
      name in unitOfName ? `${code(name)} (${unitOfName[name]})` : code(name);
    return others.length === 0 ? [] : [[code(field), others.map(spelling).join(', ')]];
  });
  return markdownTable([['Field', 'Other spellings'], ...rows]);
}

function droppedTable(): string {
  const reasons = new Map<string, string[]>();
  for (const [name, why] of Object.entries(droppedFields)) reasons.set(why, [...(reasons.get(why) ?? []), name]);
  const rows = [...reasons].map(([why, names]) => [names.map(code).join(', '), why]);
  return markdownTable([
    ['Field', 'Why it is not honoured'],
    [wishFields.map(code).join(', '), 'a wish: shown to whoever approves the server, and nothing more'],
    ...rows,
  ]);
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at === -1) throw new Error(`there is no ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
