import type { JsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';

/** A version of JSON Schema that is checked here, the older one first. Draft-06 is read as draft-07, which only adds to it. */
const dialects = ['draft-07', '2019-09', '2020-12'] as const;

export type Dialect = (typeof dialects)[number];

const known: Readonly<Record<string, Dialect>> = {
  'json-schema.org/draft-06/schema': 'draft-07',
  'json-schema.org/draft-07/schema': 'draft-07',
  'json-schema.org/draft/2019-09/schema': '2019-09',
  'json-schema.org/draft/2020-12/schema': '2020-12',
};

/** The dialect that the schema says it is of, 2020-12 when it says nothing (MCP 2025-11-25, basic, JSON Schema usage). */
export function dialectOf(schema: JsonObject): Dialect | { readonly problem: string } {
  const { $schema } = schema;
  if ($schema === undefined) return '2020-12';
  if (typeof $schema !== 'string') return { problem: '$schema is no string' };
  const name = $schema.replace(/^https?:\/\//, '').replace(/#$/, '');
  const dialect = Object.hasOwn(known, name) ? known[name] : undefined;
  return (
    dialect ?? { problem: `schemas of ${printable($schema, 80)} are not checked; known are ${dialects.join(', ')}` }
  );
}

export function isSince(dialect: Dialect, first: Dialect): boolean {
  return dialects.indexOf(dialect) >= dialects.indexOf(first);
}
