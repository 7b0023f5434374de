import { callOnce } from './calls.ts';
import type { Measure } from './cell-context.ts';

/** What a short-lived process does. How long all of it took, its parent knows. */
export const measure: Measure = async (context) => {
  const client = await context.open();
  await callOnce(client, 1);
  await client.close();
  return {};
};
