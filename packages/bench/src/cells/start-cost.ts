import type { Measure } from './cell-context.ts';

/** The library is imported; from the start of the server to its first list of tools. */
export const measure: Measure = async (context) => {
  const adapter = await context.load();
  const start = performance.now();
  const client = context.create(adapter);
  await client.connect();
  await client.list();
  const ms = performance.now() - start;
  const closing = performance.now();
  await client.close();
  return { ms, closeMs: performance.now() - closing };
};
