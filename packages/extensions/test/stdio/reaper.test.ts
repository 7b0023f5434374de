import { isAlive } from '@coding-agent/fixture-servers/testing';
import { describe, expect, it } from 'vitest';
import { Reaper, reaperPlan } from '../../src/stdio/reaper.ts';
import { reaperScript } from '../../src/stdio/reaper-script.ts';

function raise(message: string): never {
  throw new Error(message);
}

describe('C-33: the reaper', () => {
  it.each([
    ['linux', 'supervisor'],
    ['darwin', 'supervisor'],
    ['freebsd', 'supervisor'],
    ['win32', 'none'],
  ] as const)('has a plan for %s: %s', (platform, kind) => {
    expect(reaperPlan(platform).kind).toBe(kind);
  });

  it('says so where there is nothing to end servers with', async () => {
    const reaper = new Reaper({ plan: reaperPlan('win32') });
    const why = await new Promise<string>((resolve) => {
      const entry = reaper.register('mark', resolve);
      entry.started(1, undefined);
      void entry.release();
    });
    expect(why).toContain('Windows');
    expect(reaper.pid).toBeUndefined();
  });

  it('says so when there is no shell', async () => {
    const reaper = new Reaper({ plan: { kind: 'supervisor', shell: '/no/such/shell', args: [] } });
    const why = await new Promise<string>((resolve) => void reaper.register('mark', resolve));
    expect(why).toContain('/no/such/shell');
  });

  it('says so, once, when starting it throws; the list stays right, and the next server tries again', async () => {
    const plan = { kind: 'supervisor' as const, shell: 'no\0shell', args: ['-c', reaperScript] };
    const reaper = new Reaper({ plan });
    const told: string[] = [];
    const first = reaper.register('a', (why) => told.push(why));
    first.started(1, undefined);
    expect(told).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual([expect.stringContaining('not ended with a killed host')]);
    plan.shell = '/bin/sh';
    const second = reaper.register('b', (why) => told.push(why));
    const pid = reaper.pid ?? 0;
    expect(isAlive(pid)).toBe(true);
    await first.release();
    expect(reaper.pid).toBe(pid);
    await second.release();
    expect(isAlive(pid)).toBe(false);
    expect(told).toHaveLength(1);
  });

  it('says so when starting it again throws, and a handler that throws or rejects harms nobody', async () => {
    for (const fail of [() => Promise.reject(new Error('from the handler')), () => raise('from the handler')]) {
      const plan = { kind: 'supervisor' as const, shell: '/bin/sh', args: ['-c', 'exit 1'] };
      const reaper = new Reaper({ plan });
      const why = new Promise<string>((resolve) => {
        reaper.register('a', (text) => {
          resolve(text);
          return fail();
        });
      });
      plan.shell = 'no\0shell';
      expect(await why).toContain('not ended with a killed host');
      await new Promise((resolve) => setImmediate(resolve));
      expect(reaper.pid).toBeUndefined();
    }
  });

  it('starts the supervisor with the first server and ends it with the last', async () => {
    const reaper = new Reaper({ plan: reaperPlan(process.platform) });
    const [first, second] = [reaper.register('a', () => {}), reaper.register('b', () => {})];
    const pid = reaper.pid ?? 0;
    expect(isAlive(pid)).toBe(true);
    await first.release();
    expect(reaper.pid).toBe(pid);
    await Promise.all([second.release(), second.release()]);
    expect(isAlive(pid)).toBe(false);
    expect(reaper.pid).toBeUndefined();
  });

  it('starts the supervisor again when somebody ended it', async () => {
    const reaper = new Reaper({ plan: reaperPlan(process.platform) });
    const entry = reaper.register('a', () => {});
    const first = reaper.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await expect.poll(() => reaper.pid ?? first, { timeout: 10_000, interval: 5 }).not.toBe(first);
    const second = reaper.pid ?? 0;
    expect(isAlive(second)).toBe(true);
    await entry.release();
    expect(isAlive(second)).toBe(false);
  });
});
