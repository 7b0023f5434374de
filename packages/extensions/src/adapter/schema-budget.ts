import type { SchemaLimits } from './schema-limits.ts';

/** How large a schema is; `problem` says why it is too large: nothing was counted after that. */
export interface SchemaSize {
  /** About its length as JSON in UTF-8: escapes are counted as what they stand for. */
  readonly bytes: number;
  /** What it took to measure: its objects and arrays, or an eighth of all its values. */
  readonly work: number;
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
  let values = 0;
  const work = (): number => Math.max(nodes, values >> 3);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, depth] = next;
    values += 1;
    if (typeof value === 'object' && value !== null) {
      nodes += 1;
      if (nodes > maxSchemaNodes)
        return { bytes, work: work(), problem: `it has more than ${maxSchemaNodes} objects and arrays` };
      if (depth > maxSchemaDepth)
        return { bytes, work: work(), problem: `it is nested deeper than ${maxSchemaDepth} levels` };
      bytes += 2;
      if (Array.isArray(value)) {
        const items: readonly unknown[] = value;
        bytes += items.length;
        // Each has a byte of its own at least: of a list that is too long for that no item need be looked at.
        if (bytes + items.length > maxSchemaBytes)
          return { bytes, work: work(), problem: `it has more than ${maxSchemaBytes} bytes` };
        for (const item of items) waiting.push([item, depth + 1]);
      } else {
        // Not Object.entries: of an object with a million members it would make a million arrays before the first is counted.
        for (const key of Object.keys(value)) {
          bytes += textBytes(key, maxSchemaBytes) + 2;
          if (bytes > maxSchemaBytes) break;
          waiting.push([Reflect.get(value, key), depth + 1]);
        }
      }
    } else {
      bytes += typeof value === 'string' ? textBytes(value, maxSchemaBytes) : String(value).length;
    }
    if (bytes > maxSchemaBytes) return { bytes, work: work(), problem: `it has more than ${maxSchemaBytes} bytes` };
  }
  return { bytes, work: work() };
}

/** Quoted. What is too long by its characters is not counted in bytes. */
function textBytes(text: string, enough: number): number {
  return 2 + (text.length > enough ? text.length : Buffer.byteLength(text));
}
