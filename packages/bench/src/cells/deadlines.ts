import type { Measure } from './cell-context.ts';

const timeoutMs = 1500;

/**
 * Calls that are never answered, issued at once and all with the same timeout. How long after the first deadline the last
 * one is told (a client that issues slowly has its deadlines further apart, and is done later), how late each is at most by
 * its own deadline, and how long the loop stands.
 */
export const measure: Measure = async (context) => {
  const calls = context.count(10_000, 2000);
  const client = await context.open();
  const firstDue = performance.now() + timeoutMs;
  let lastLateMs = 0;
  let lastEnd = 0;
  let answered = 0;
  const watchFrom = performance.now() + timeoutMs - 100;
  const ends = Array.from({ length: calls }, () => {
    const due = performance.now() + timeoutMs;
    return client.call('hold', {}, { timeoutMs }).then(
      () => {
        answered += 1;
      },
      () => {
        lastEnd = performance.now();
        lastLateMs = Math.max(lastLateMs, lastEnd - due);
      },
    );
  });
  let longestStallMs = 0;
  let last = performance.now();
  const ticker = setInterval(() => {
    const now = performance.now();
    // Issuing the calls may stall too; here only the time around the deadlines counts.
    if (last > watchFrom) longestStallMs = Math.max(longestStallMs, now - last - 1);
    last = now;
  }, 1);
  await Promise.all(ends);
  await new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
  clearInterval(ticker);
  if (answered > 0) throw new Error(`${answered} calls were answered, although the server held all of them back`);
  await client.close();
  return { afterFirstMs: lastEnd - firstDue, lastLateMs, longestStallMs };
};
