import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';

/** What is too long for a host that has other things to do. */
export const tooLongMs = 50;

/**
 * The longest time that the event loop was held up by what `run` does, in milliseconds: the best of several tries. Another
 * program that takes the processor for a while makes one try look slow, seldom all of them; work that is too long is too
 * long each time. `run` has to make all that it uses anew. The one kind of time that tests assert.
 */
export async function longestBlockMs(run: () => unknown): Promise<number> {
  let best = Infinity;
  for (let tries = 0; tries < maxTries && best >= tooLongMs; tries += 1) best = Math.min(best, await measure(run));
  return best;
}

const maxTries = 8;

async function measure(run: () => unknown): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await seen(delay);
  delay.reset();
  await run();
  await seen(delay);
  delay.disable();
  return delay.max / 1e6;
}

/** Waits until the monitor has looked at the loop once more. */
async function seen(delay: ReturnType<typeof monitorEventLoopDelay>): Promise<void> {
  const before = delay.count;
  while (delay.count === before) await turn();
}
