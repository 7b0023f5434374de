import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { fixtureServer } from '../../src/index.ts';
import { settlesWithin, waitUntilGone, watchResources, type ResourceWatch } from '../../src/testing/index.ts';
import { folderTest, isOwnStdio } from '../../src/testing/creation-site.ts';
import * as watched from '../support/watched/timers.ts';

const folder = fileURLToPath(new URL('../support/watched', import.meta.url));

function startWatch(watchedFolder = folder): ResourceWatch {
  const watch = watchResources({ folder: watchedFolder });
  onTestFinished(() => watch.stop());
  return watch;
}

/** A promise and what resolves it. */
function signal(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

describe('timers of the watched folder (L-07)', () => {
  test('are named with the place of their creation until they are cleared', () => {
    const watch = startWatch();
    const timer = watched.timeout(60_000);
    expect(watch.timers()).toEqual([expect.stringMatching(/timeout \(.*watched[\\/]timers\.ts:\d+:\d+/)]);
    clearTimeout(timer);
    expect(watch.timers()).toEqual([]);
  });

  test('are gone once they have fired', async () => {
    const watch = startWatch();
    const fired = signal();
    watched.timeout(1, fired.resolve);
    expect(watch.timers()).toHaveLength(1);
    await fired.promise;
    expect(watch.timers()).toEqual([]);
  });

  test('come back when they are refreshed after firing', async () => {
    const watch = startWatch();
    const fired = signal();
    const timer = watched.timeout(1, fired.resolve);
    await fired.promise;
    expect(watch.timers()).toEqual([]);
    watched.refresh(timer);
    expect(watch.timers()).toEqual([expect.stringContaining('refresh')]);
    clearTimeout(timer);
    expect(watch.timers()).toEqual([]);
  });

  test('count although they are unref’ed', () => {
    const watch = startWatch();
    const timer = watched.timeout(60_000).unref();
    expect(watch.timers()).toHaveLength(1);
    clearTimeout(timer);
    expect(watch.timers()).toEqual([]);
  });

  test('count as long as they repeat', async () => {
    const watch = startWatch();
    const fired = signal();
    const timer = watched.interval(1, fired.resolve);
    await fired.promise;
    expect(watch.timers()).toHaveLength(1);
    clearInterval(timer);
    expect(watch.timers()).toEqual([]);
  });

  test('count when timers/promises made them, until the promise is settled', async () => {
    const watch = startWatch();
    const controller = new AbortController();
    const aborted = watched.promised(60_000, controller.signal);
    expect(watch.timers()).toEqual([expect.stringContaining('promised')]);
    controller.abort();
    await expect(aborted).rejects.toThrow('aborted');
    expect(watch.timers()).toEqual([]);
    await watched.promised(1);
    expect(watch.timers()).toEqual([]);
  });

  test('count when AbortSignal.timeout made them, until the signal aborts', async () => {
    const watch = startWatch();
    const long = watched.abortAfter(60_000);
    const short = watched.abortAfter(1);
    expect(watch.timers()).toHaveLength(2);
    const keptAlive = setTimeout(() => {}, 5000); // the signal's own timer would not keep the process waiting
    await once(short, 'abort');
    clearTimeout(keptAlive);
    expect(watch.timers()).toEqual([expect.stringContaining('abortAfter')]);
    expect(long.aborted).toBe(false);
  });

  test('are named when they are created after an await', async () => {
    const watch = startWatch();
    const before = signal();
    const made = watched.timeoutAfter(before.promise, 60_000);
    expect(watch.timers()).toEqual([]);
    before.resolve();
    const timer = await made;
    expect(watch.timers()).toEqual([expect.stringContaining('timeoutAfter')]);
    clearTimeout(timer);
  });

  test('include those that other code makes on their behalf', () => {
    const watch = startWatch();
    const timer = watched.timeoutThrough((ms) => setTimeout(() => {}, ms));
    expect(watch.timers()).toEqual([expect.stringContaining('timeoutThrough')]);
    clearTimeout(timer);
  });

  test('include those that an awaited function makes, although it is not in the folder', async () => {
    const watch = startWatch();
    let timer: NodeJS.Timeout | undefined;
    await watched.awaiting(async () => {
      await Promise.resolve();
      timer = setTimeout(() => {}, 60_000);
    });
    expect(watch.timers()).toEqual([expect.stringMatching(/timers\.ts:\d+:\d+/)]);
    clearTimeout(timer);
  });

  test('are found when the folder is named through a symbolic link', () => {
    const links = mkdtempSync(join(tmpdir(), 'links-'));
    onTestFinished(() => rmSync(links, { recursive: true }));
    symlinkSync(folder, join(links, 'src'), 'junction');
    const watch = startWatch(join(links, 'src'));
    const timer = watched.timeout(60_000);
    expect(watch.timers()).toHaveLength(1);
    clearTimeout(timer);
  });
});

describe('timers that are not counted', () => {
  test('the test’s own', () => {
    const watch = startWatch();
    const timer = setTimeout(() => {}, 60_000);
    expect(watch.timers()).toEqual([]);
    clearTimeout(timer);
  });

  test('those of a folder whose name only begins the same', () => {
    const parent = mkdtempSync(join(tmpdir(), 'watched-'));
    onTestFinished(() => rmSync(parent, { recursive: true }));
    symlinkSync(folder, join(parent, 'other'), 'junction');
    const isInFolder = folderTest(join(parent, 'other'));
    expect(isInFolder(join(folder, 'timers.ts'))).toBe(true);
    expect(isInFolder(`${folder}-too${sep}timers.ts`)).toBe(false);
    expect(isInFolder(folder)).toBe(false);
  });

  test('the runner’s, also when watched code prints or the runner polls', async () => {
    const watch = startWatch(dirname(dirname(folder)));
    let ready = false;
    const polled = vi.waitFor(() => expect(ready).toBe(true)); // the runner holds two timers now
    watched.print('printed by the watched code of a test');
    expect(watch.timers()).toEqual([]);
    ready = true;
    await polled;
  });

  test('those of the helpers, although the test that calls them is in the watched folder', async () => {
    const watch = startWatch(dirname(dirname(folder)));
    const server = fixtureServer();
    const pending = signal();
    onTestFinished(() => server.dispose());
    const waiting = Promise.allSettled([
      settlesWithin(pending.promise, 60_000, 'it'),
      server.waitFor((entry) => entry.event === 'exit', { deadlineMs: 20 }),
      waitUntilGone(process.pid, { deadlineMs: 20 }),
      watch.settled(),
    ]);
    expect(watch.timers()).toEqual([]);
    pending.resolve();
    expect((await waiting).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  });
});

describe('children and pipes (L-07)', () => {
  test('count from the spawn until the process has ended and its pipes are closed', async () => {
    const watch = startWatch();
    expect([watch.children(), watch.pipes()]).toEqual([0, 0]);
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: 'pipe' });
    expect([watch.children(), watch.pipes()]).toEqual([1, 3]);
    await once(child, 'spawn');
    child.stdin.end();
    child.stdout.resume();
    child.stderr.resume();
    await once(child, 'close');
    await watch.settled();
    expect([watch.children(), watch.pipes()]).toEqual([0, 0]);
  });

  test('include a child whose handles are unref’ed', async () => {
    const watch = startWatch();
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    child.unref();
    expect([watch.children(), watch.pipes()]).toEqual([1, 1]);
    child.ref();
    child.stdin.end();
    await once(child, 'exit');
    await watch.settled();
  });

  test('do not include this process’s own stdio, which Node opens at its first use', () => {
    const stack = [
      '    at new Socket (node:net:419:20)',
      '    at process.getStdin [as stdin] (node:internal/bootstrap/switches/is_main_thread:228:15)',
      '    at file:///project/src/client.ts:5:9',
    ];
    expect(isOwnStdio(stack)).toBe(true);
    expect(isOwnStdio(stack.toSpliced(1, 1, '    at createSocket (node:internal/child_process:322:14)'))).toBe(false);
  });

  test('do not include what existed before', async () => {
    const before = execFile(process.execPath, ['-e', 'process.stdin.resume()']);
    const watch = startWatch();
    expect([watch.children(), watch.pipes()]).toEqual([0, 0]);
    before.stdin?.end();
    await once(before, 'close');
  });
});

describe('settled', () => {
  test('waits for what is still given back', async () => {
    const watch = startWatch();
    watched.timeout(20);
    await watch.settled();
    expect(watch.timers()).toEqual([]);
  });

  test('names what is left when it is not', async () => {
    const watch = startWatch();
    const timer = watched.timeout(60_000);
    await expect(watch.settled({ deadlineMs: 10 })).rejects.toThrow(
      /^still held after 10 ms: a timer created at .*timeout .*timers\.ts:\d+:\d+/,
    );
    clearTimeout(timer);
    await watch.settled();
  });

  test('stop ends the watch, and what was noticed can still be asked for', () => {
    const watch = startWatch();
    const before = watched.timeout(60_000);
    watch.stop();
    const after = watched.timeout(60_000);
    expect(watch.timers()).toHaveLength(1);
    clearTimeout(before);
    clearTimeout(after);
    expect(watch.timers()).toEqual([]);
  });
});
