import { readArgumentSchema, type JsonType, type PropertyTypes } from '../input/property-types.ts';
import { visibleLine } from './visible.ts';

/** How many arguments of a tool are shown; a schema may have any number. */
const maxShown = 20;

/**
 * How the arguments of a tool are typed: `path=<text> [lines=<whole number>] tags=<text>… options:=<json>`. What is in brackets
 * may be left out.
 */
export function argumentsText(inputSchema: unknown): string {
  const schema = readArgumentSchema(inputSchema);
  const words = schema.names.slice(0, maxShown).map((name) => {
    const word = `${visibleLine(name)}${valueText(schema.typesOf(name))}`;
    return schema.required.includes(name) ? word : `[${word}]`;
  });
  return schema.names.length > maxShown ? `${words.join(' ')} …` : words.join(' ');
}

const typeWords: Readonly<Record<JsonType, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true|false',
  null: 'null',
  array: 'json',
  object: 'json',
};

function valueText(types: PropertyTypes | undefined): string {
  if (types === undefined || types.types.size === 0 || types.types.has('string')) return '=<text>';
  if (types.types.has('array')) {
    const isPlain = types.items.size > 0 && !types.items.has('object') && !types.items.has('array');
    return isPlain ? `=<${wordsOf(types.items)}>…` : ':=<json>';
  }
  return types.types.has('object') ? ':=<json>' : `=<${wordsOf(types.types)}>`;
}

function wordsOf(types: ReadonlySet<JsonType>): string {
  if (types.has('string')) return typeWords.string;
  return [...new Set([...types].map((type) => typeWords[type]))].join('|');
}
