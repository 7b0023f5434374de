import type { Measure } from './cell-context.ts';

const timeoutMs = 1500;

/** Calls that are never answered, all with the same timeout: how late the last one is told, and how long the loop stands. */
export const measure: Measure = async (context) => {
  const calls = context.count(10_000, 2000);
  const client = await context.open();
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
  return { lastLateMs, longestStallMs };
};
