import { createHook } from 'node:async_hooks';
import { fileURLToPath } from 'node:url';
import { creationSite, folderTest, isOwnStdio } from './creation-site.ts';

/** What came into being since a watch began and is not yet given back. */
export interface ResourceWatch {
  /**
   * Timers that code in the folder created and that have neither fired nor been cleared, one line each: where it was
   * created. An interval stays until it is cleared. Unref'ed timers count too.
   */
  timers(): string[];
  /** Handles of child processes, whoever opened them. A handle is closed once its process has exited. */
  children(): number;
  /** Pipes, whoever opened them: three for each child with piped stdio. */
  pipes(): number;
  /** Waits until all three are nothing; rejects after `deadlineMs` (default 1000), naming what is left. */
  settled(options?: { deadlineMs?: number }): Promise<void>;
  /** Ends the watch: nothing new is noticed. What was noticed can still be asked for. */
  stop(): void;
}

/** Node's timer object. It sets `_destroyed` in the moment it has fired for the last time or is cleared. */
interface WatchedTimer {
  readonly _destroyed?: boolean;
}

/** Every public helper of this package lies in the parent of this folder. */
const isHelper = folderTest(fileURLToPath(new URL('..', import.meta.url)));

/**
 * Watches from outside what code takes and gives back, whatever the code says of itself.
 *
 * A timer counts when the stack of its creation passes through `folder`: also one created by Node or a library on
 * behalf of that code (`timers/promises`, `AbortSignal.timeout`). The caller owns the watch and ends it with `stop()`.
 *
 * @param options.folder absolute path of the folder with the code to watch
 */
export function watchResources({ folder }: { folder: string }): ResourceWatch {
  const isInFolder = folderTest(folder);
  const timers = new Map<number, { site: string; timer: WatchedTimer }>();
  const children = new Set<number>();
  const pipes = new Set<number>();

  const hook = createHook({
    init(id, type, _trigger, resource) {
      if (type === 'Timeout') {
        const site = creationSite(isInFolder, isHelper);
        if (site !== undefined) timers.set(id, { site, timer: resource });
      } else if (type === 'PROCESSWRAP') children.add(id);
      else if (type === 'PIPEWRAP' && !isOwnStdio()) pipes.add(id);
    },
    destroy(id) {
      timers.delete(id);
      children.delete(id);
      pipes.delete(id);
    },
  }).enable();

  // `destroy` comes a moment after the fact; for timers the object itself knows at once. A timer that was refreshed after
  // it had fired is noticed twice, under two ids: it is still one.
  const pendingSites = () => {
    const pending = [...timers.values()].filter(({ timer }) => timer._destroyed !== true);
    return [...new Map(pending.map(({ timer, site }) => [timer, site])).values()];
  };
  const left = () => [
    ...pendingSites().map((site) => `a timer created at ${site}`),
    ...(children.size > 0 ? [`${children.size} child process handle(s)`] : []),
    ...(pipes.size > 0 ? [`${pipes.size} pipe(s)`] : []),
  ];

  return {
    timers: pendingSites,
    children: () => children.size,
    pipes: () => pipes.size,
    settled: async ({ deadlineMs = 1000 } = {}) => {
      const deadline = performance.now() + deadlineMs;
      while (left().length > 0) {
        if (performance.now() > deadline) throw new Error(`still held after ${deadlineMs} ms: ${left().join('; ')}`);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
    stop: () => void hook.disable(),
  };
}
