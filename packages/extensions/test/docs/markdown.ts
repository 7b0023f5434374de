import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const packageFolder: string = fileURLToPath(new URL('../..', import.meta.url));

/** The pages of this package, by their path in it. */
export const pages = [
  'README.md',
  'docs/architecture.md',
  'docs/authorization.md',
  'docs/configuration.md',
  'docs/errors.md',
  'docs/failure-report.md',
  'docs/client-duties.md',
  'docs/opentelemetry.md',
  'docs/recipes.md',
  'docs/record-and-replay.md',
  'docs/observability.md',
] as const;

export function readPage(page: (typeof pages)[number]): string {
  return readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
}

/** Every `code` span of a text. */
export function codeSpans(text: string): string[] {
  return Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code);
}

/** The part of a page below a heading of the second or a deeper level, to the next one of its level or above. */
export function section(text: string, heading: string): string {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => /^#{2,}/.test(line) && line.replace(/^#+\s*/, '') === heading);
  if (at === -1) throw new Error(`there is no heading "${heading}"`);
  const level = /^#+/.exec(lines[at] ?? '')?.[0].length ?? 0;
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => (/^(#+)\s/.exec(line)?.[1]?.length ?? 99) <= level);
  return rest.slice(0, end === -1 ? undefined : end).join('\n');
}

/** The cells of all tables in a text, row by row, without their headings. */
export function tableRows(text: string): string[][] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line, index) => line.startsWith('|') && !isRule(line) && !isRule(lines[index + 1] ?? ''))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}

function isRule(line: string): boolean {
  return /^\|[\s:|-]+\|$/.test(line);
}

/** The first fenced block of a language. */
export function fencedBlock(text: string, language: string): string {
  const found = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(text)?.[1];
  if (found === undefined) throw new Error(`there is no ${language} block`);
  return found;
}

/** All fenced blocks of a language. */
export function fencedBlocks(text: string, language: string): string[] {
  return Array.from(text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm')), ([, block = '']) => block);
}

/** `a --> b: event` of a Mermaid state diagram, as `a, event → b`. */
export function transitions(diagram: string): string[] {
  const arrows = diagram.matchAll(/^\s*(\w+) --> (\w+): (.+)$/gm);
  return Array.from(arrows, ([, from = '', to = '', events = '']) =>
    events.split(',').map((event) => `${from}, ${event.trim()} → ${to}`),
  ).flat();
}

/** What a cell says: code is JSON, `32 MiB` and `1,000` are numbers, `none` is nothing. */
export function defaultIn(cell: string): unknown {
  if (cell === 'none') return undefined;
  const [code] = codeSpans(cell);
  if (code !== undefined) return JSON.parse(code);
  const [, digits, unit] = /^([\d,]+)(?: ([KM]iB))?$/.exec(cell) ?? [];
  if (digits === undefined) return cell;
  return Number(digits.replaceAll(',', '')) * (unit === 'MiB' ? 1024 * 1024 : unit === 'KiB' ? 1024 : 1);
}
