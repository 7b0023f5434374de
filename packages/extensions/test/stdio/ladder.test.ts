import { describe, expect, it } from 'vitest';
import { createDeferred } from '../../src/base/deferred.ts';
import { ProcessTree } from '../../src/stdio/process-tree.ts';
import { defaultGraces, shutDown } from '../../src/stdio/shutdown.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { FakeProcesses } from './support/fake-processes.ts';

const root = 500;
const helper = 501;

/** A server in a table, its shutdown by a clock that the test moves, and what was done when. */
function ladder(options: { hearsStdin?: boolean; helperPgid?: number } = {}) {
  const { hearsStdin = true, helperPgid = root } = options;
  const clock = new ManualClock();
  const log: string[] = [];
  const system = new (class extends FakeProcesses {
    override signal(target: number, signal: 'SIGTERM' | 'SIGKILL'): void {
      log.push(`${clock.now()} ${signal} ${target}`);
    }
  })()
    .add(root)
    .add(helper, { ppid: root, pgid: helperPgid });
  const exit = createDeferred<void>();
  let running = true;
  const tree = new ProcessTree({ system, rootPid: root, rootStart: '100', rootIsUnreaped: () => running });
  const begin = () =>
    shutDown({
      tree,
      rootPid: root,
      exit: exit.promise,
      isRunning: () => running,
      endStdin: () => {
        if (hearsStdin) log.push(`${clock.now()} stdin`);
        return hearsStdin;
      },
      onStep: (step) => log.push(`${clock.now()} ${step}`),
      graces: defaultGraces,
      clock,
      pollMs: 10,
    });
  const endRoot = (): void => {
    running = false;
    system.end(root);
    exit.resolve();
  };
  return { clock, log, system, begin, endRoot };
}

/** What a promise resolves with, when time has moved so far that it does; and when that was. */
async function resolution<T>(clock: ManualClock, promise: Promise<T>): Promise<readonly [value: T, atMs: number]> {
  const ends: number[] = [];
  void promise.then(() => ends.push(clock.now()));
  for (let i = 0; i < 500 && ends.length === 0; i += 1) await clock.advance(10);
  return [await promise, ends[0] ?? -1];
}

describe('C-31: the ladder', () => {
  it('takes every step when nothing helps, and names what is left after the last grace', async () => {
    const { clock, log, begin } = ladder();
    const [survivors, atMs] = await resolution(clock, begin());
    expect(survivors).toEqual([
      { pid: root, command: 'command of 500' },
      { pid: helper, command: 'command of 501' },
    ]);
    expect(atMs).toBe(2300);
    expect(log.slice(0, 5)).toEqual([
      '0 stdin',
      '0 stdin-ended',
      '1000 terminated',
      '1000 SIGTERM -500',
      '2000 killed',
    ]);
    expect(log.filter((line) => line.includes('SIGKILL')).length).toBeGreaterThan(5);
    expect(clock.timers).toBe(0);
  });

  it('ends with the step that helped', async () => {
    const { clock, log, system, begin, endRoot } = ladder();
    const done = begin();
    await clock.advance(200);
    endRoot();
    system.remove(helper);
    const [survivors, atMs] = await resolution(clock, done);
    expect([survivors, atMs]).toEqual([[], 200]);
    expect(log).toEqual(['0 stdin', '0 stdin-ended']);
    expect(clock.timers).toBe(0);
  });

  it('gives helpers of a server that left a moment, then SIGTERM, then SIGKILL', async () => {
    const { clock, log, system, begin, endRoot } = ladder({ helperPgid: helper });
    const done = begin();
    await clock.advance(300);
    endRoot();
    await clock.advance(620);
    expect(log).toEqual(['0 stdin', '0 stdin-ended', '400 SIGTERM 501', '900 SIGKILL 501']);
    system.remove(helper);
    expect((await resolution(clock, done))[0]).toEqual([]);
  });

  it('does nothing to helpers that leave by themselves in that moment', async () => {
    const { clock, log, system, begin, endRoot } = ladder();
    const done = begin();
    await clock.advance(300);
    endRoot();
    await clock.advance(50);
    system.remove(helper);
    expect((await resolution(clock, done))[0]).toEqual([]);
    expect(log).toEqual(['0 stdin', '0 stdin-ended']);
  });

  it('begins with SIGTERM when the end of stdin cannot be heard', async () => {
    const { clock, log, system, begin, endRoot } = ladder({ hearsStdin: false });
    const done = begin();
    await clock.advance(10);
    expect(log).toEqual(['0 terminated', '0 SIGTERM -500']);
    endRoot();
    system.remove(helper);
    expect((await resolution(clock, done))[0]).toEqual([]);
  });

  it('kills what was started between the look and the signal', async () => {
    const { clock, log, system, begin, endRoot } = ladder();
    const done = begin();
    await clock.advance(2000);
    expect(log.at(-1)).toBe('2000 SIGKILL -500');
    system.add(502, { ppid: helper, pgid: 502 });
    await clock.advance(50);
    expect(log.at(-1)).toBe('2050 SIGKILL 502');
    endRoot();
    system.remove(helper, 502);
    expect((await resolution(clock, done))[0]).toEqual([]);
  });

  it('names nobody who is dead, also when the exit is not told in time', async () => {
    const { clock, system, begin } = ladder();
    const done = begin();
    await clock.advance(2000);
    system.end(root);
    system.end(helper);
    const [survivors, atMs] = await resolution(clock, done);
    expect([survivors, atMs]).toEqual([[], 2300]);
  });

  it('does nothing when everything is gone already', async () => {
    const { clock, log, system, begin, endRoot } = ladder();
    endRoot();
    system.remove(helper);
    expect(await resolution(clock, begin())).toEqual([[], 0]);
    expect(log).toEqual([]);
  });

  it('ends the child itself where no table can be had', async () => {
    const { clock, log, system, begin, endRoot } = ladder();
    system.readable = false;
    const done = begin();
    await clock.advance(1000);
    expect(log.at(-1)).toBe('1000 SIGTERM -500');
    endRoot();
    expect((await resolution(clock, done))[0]).toEqual([]);
  });

  describe('when a look that comes later sees nothing at all, for a `ps` that was given up', () => {
    it('does not take that for the end: it looks again, and goes on', async () => {
      const { clock, log, system, begin, endRoot } = ladder({ helperPgid: helper });
      const done = begin();
      await clock.advance(300);
      system.readable = false;
      endRoot();
      await clock.advance(50);
      system.readable = true;
      await clock.advance(570);
      expect(log.slice(2)).toEqual(['400 SIGTERM 501', '900 SIGKILL 501']);
      system.remove(helper);
      expect((await resolution(clock, done))[0]).toEqual([]);
    });

    it('names what was seen last when no later look sees anything', async () => {
      const { clock, system, begin, endRoot } = ladder({ helperPgid: helper });
      const done = begin();
      await clock.advance(300);
      system.readable = false;
      endRoot();
      const [survivors] = await resolution(clock, done);
      expect(survivors).toEqual([{ pid: helper, command: 'command of 501' }]);
    });
  });

  describe('when processes were started during a look that found nothing', () => {
    it('looks three times before it believes that', async () => {
      const { clock, log, system, begin, endRoot } = ladder();
      endRoot();
      system.remove(helper);
      let births = 0;
      system.births = { count: () => (births += 1), since: () => [] };
      expect(await resolution(clock, begin())).toEqual([[], 20]);
      expect(log).toEqual([]);
      expect(clock.timers).toBe(0);
    });

    it('hunts what is another process at each look, and names the last one when it does not come to an end', async () => {
      const { clock, log, system, begin, endRoot } = ladder();
      endRoot();
      system.remove(helper);
      let pid = 600;
      const table = system.table.bind(system);
      system.births = { count: () => pid, since: () => [] };
      system.table = () => {
        system.remove(pid);
        pid += 1;
        system.add(pid, { pgid: root, start: String(pid) });
        return table();
      };
      // It is gone before it can be asked again.
      system.entries = () => Promise.resolve([]);
      const [survivors, atMs] = await resolution(clock, begin());
      expect(survivors).toEqual([{ pid, command: `command of ${pid}` }]);
      expect(atMs).toBeLessThan(1000);
      expect(log.filter((line) => line.includes('SIGKILL')).length).toBeGreaterThan(20);
    });
  });
});
