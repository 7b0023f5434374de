import { printable } from '../wire/printable.ts';
import { refuse } from './ask.ts';
import { canonical } from './canonical.ts';
import { CheckRun } from './check-run.ts';
import type { Test, Walk } from './compiled-schema.ts';
import type { SchemaSource } from './schema-source.ts';

/** Values that are named in a message. */
const maxNamed = 12;

interface Keywords {
  readonly tests: readonly Test[];
  readonly walks: readonly Walk[];
}

/** `enum` and `const`: the value is looked up, not compared with each. */
export function enumKeywords(source: SchemaSource): Keywords {
  const lists: (readonly unknown[])[] = [];
  const values = source.get('enum');
  if (Array.isArray(values)) lists.push(values);
  const value = source.get('const');
  if (value !== undefined) lists.push([value]);
  return {
    tests: lists.filter((list) => !list.some(isLarge)).map(oneOfSmall),
    walks: lists.filter((list) => list.some(isLarge)).map(oneOf),
  };
}

function isLarge(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function oneOfSmall(values: readonly unknown[]): Test {
  const allowed = new Set(values);
  const message = messageFor(values);
  return (value, place) => (allowed.has(value) ? 'yes' : refuse(place, message));
}

function oneOf(values: readonly unknown[]): Walk {
  const message = messageFor(values);
  let texts: ReadonlySet<string | undefined> | undefined;
  return function* (value, place) {
    texts ??= new Set(values.map(textOf));
    const text = yield* canonical(value, place.run);
    if (text === undefined) return 'unknown';
    return texts.has(text) ? 'yes' : refuse(place, message);
  };
}

function messageFor(values: readonly unknown[]): string {
  const [only] = values;
  return values.length === 1 ? `must be ${shown(only)}` : `must be one of ${shownAll(values)}`;
}

/** Of a value of the schema, which is within the budget. */
function textOf(value: unknown): string | undefined {
  const text = canonical(value, new CheckRun(Infinity));
  for (;;) {
    const step = text.next();
    if (step.done === true) return step.value;
  }
}

/** Values of the schema: the model has seen them there. */
function shownAll(values: readonly unknown[]): string {
  const more = values.length > maxNamed ? `, … (${values.length} values)` : '';
  return `${values.slice(0, maxNamed).map(shown).join(', ')}${more}`;
}

function shown(value: unknown): string {
  return printable(JSON.stringify(value), 60);
}
