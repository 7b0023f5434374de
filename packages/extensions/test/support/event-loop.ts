import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';

/**
 * What is too long for a host that has other things to do: three times what it is on a machine that is not busy, since two
 * programs on one core are each half as fast. What this looks for takes seconds.
 */
export const tooLongMs = 150;

/**
 * The longest time that the event loop was held up by what `run` does, in milliseconds. It is the delay that a monitor of the
 * loop sees, but no more than the processor time of the longest turn: on a busy machine other programs hold up a loop too,
 * and that is not what is asked. The best of several tries, since a collection of garbage may come at any time; work that
 * is too long is too long each time. `run` has to make all that it uses anew. The one kind of time that tests assert.
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
  // It measures from one look to the next, and forgets the last one by a reset: what begins before it has looked again is
  // not seen.
  await seen(delay);
  const watch = watchTurns();
  await run();
  await seen(delay);
  delay.disable();
  return Math.min(delay.max / 1e6, await watch.longestMs());
}

/** Waits until the monitor has looked at the loop once more. */
async function seen(delay: ReturnType<typeof monitorEventLoopDelay>): Promise<void> {
  const before = delay.count;
  while (delay.count === before) await turn();
}

/** Takes part in every turn of the loop, and knows the processor time of the longest. */
function watchTurns(): { longestMs(): Promise<number> } {
  const state = { longest: 0, isOver: false };
  let before = process.cpuUsage();
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    state.longest = Math.max(state.longest, (user + system) / 1_000);
  };
  const watching = (async () => {
    while (!state.isOver) {
      await turn();
      look();
    }
  })();
  return {
    longestMs: async () => {
      state.isOver = true;
      await watching;
      return state.longest;
    },
  };
}
