import type { SchemaLimits } from './schema-limits.ts';

/** How large a schema is; `problem` says why it is too large: nothing was counted after that. */
export interface SchemaSize {
  /** About its length as JSON in UTF-8: escapes are counted as what they stand for. */
  readonly bytes: number;
  readonly problem?: string;
}

/**
 * Measures before anybody compiles, prints or walks a schema, and stops at the first bound. It keeps its own stack: what is
 * nested thousands deep overflows none.
 */
export function measureSchema(schema: unknown, limits: SchemaLimits): SchemaSize {
  const { maxSchemaBytes, maxSchemaNodes, maxSchemaDepth } = limits;
  const waiting: (readonly [value: unknown, depth: number])[] = [[schema, 1]];
  let bytes = 0;
  let nodes = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, depth] = next;
    if (typeof value === 'object' && value !== null) {
      nodes += 1;
      if (nodes > maxSchemaNodes) return { bytes, problem: `it has more than ${maxSchemaNodes} objects and arrays` };
      if (depth > maxSchemaDepth) return { bytes, problem: `it is nested deeper than ${maxSchemaDepth} levels` };
      bytes += 2;
      // Not Object.entries: of an object with a million members it would make a million arrays before the first is counted.
      for (const key of Object.keys(value)) {
        bytes += Array.isArray(value) ? 1 : textBytes(key, maxSchemaBytes) + 2;
        if (bytes > maxSchemaBytes) break;
        waiting.push([Reflect.get(value, key), depth + 1]);
      }
    } else {
      bytes += typeof value === 'string' ? textBytes(value, maxSchemaBytes) : String(value).length;
    }
    if (bytes > maxSchemaBytes) return { bytes, problem: `it has more than ${maxSchemaBytes} bytes` };
  }
  return { bytes };
}

/** Quoted. What is too long by its characters is not counted in bytes. */
function textBytes(text: string, enough: number): number {
  return 2 + (text.length > enough ? text.length : Buffer.byteLength(text));
}
