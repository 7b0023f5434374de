import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFileLock } from '../../src/manager/file-lock.ts';
import { pidSpace } from '../../src/manager/process-life.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const since = '2026-11-30T00:00:00.000Z';

describe('the lock', () => {
  const owner = (rest: object = {}): string =>
    JSON.stringify({
      pid: process.pid,
      space: `${hostname()} ${pidSpace()}`,
      token: '0123456789abcdef',
      since,
      ...rest,
    });

  it('of a living owner is waited for, for so long and no longer, and the error names who holds it', async () => {
    const path = join(temporaryFolder(), 'lock');
    writeFileSync(path, owner());
    const clock = new ManualClock();
    const outcome: { error?: unknown } = {};
    const waiting = withFileLock(path, () => Promise.resolve(), { waitMs: 1_000, clock }).catch(
      (error: unknown) => (outcome.error = error),
    );
    // Time goes on only while it pauses: what the file system takes is not counted.
    while (outcome.error === undefined) await (clock.timers > 0 ? clock.advance(10) : clock.settle());
    expect(clock.now()).toBeLessThan(1_200);
    await waiting;
    expect(outcome.error).toMatchObject({
      code: 'MCP_INVALID_CONFIG',
      message: expect.stringMatching(new RegExp(`process ${process.pid} .*delete that file`)),
    });
    expect(readFileSync(path, 'utf8')).toBe(owner());
  });

  it.each<[string, object]>([
    ['another machine or container', { pid: 2 ** 22 + 1, space: 'elsewhere pid:[1]' }],
    ['nobody that it names', { pid: 'x' }],
    ['somebody who writes into our terminal', { pid: 7, space: '\u001b[2Jelsewhere', since: '\u009b31m\u202e' }],
  ])('of %s is not taken away: nothing can be said of it', async (_, rest) => {
    const path = join(temporaryFolder(), 'lock');
    writeFileSync(path, owner(rest));
    const refused = await withFileLock(path, () => Promise.resolve(), { waitMs: 1 }).catch((error: unknown) => error);
    expect(String(refused)).toMatch(/^[^\p{Cc}\p{Cf}]*is held by[^\p{Cc}\p{Cf}]*$/u);
    expect(readFileSync(path, 'utf8')).toBe(owner(rest));
  });

  it.skipIf(process.platform !== 'linux')('of a number that somebody else has by now is taken away', async () => {
    const path = join(temporaryFolder(), 'lock');
    writeFileSync(path, owner({ start: '1' }));
    expect(await withFileLock(path, () => Promise.resolve('mine'))).toBe('mine');
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  it('whose remover died too is taken away all the same', async () => {
    const path = join(temporaryFolder(), 'lock');
    const dead = { pid: 2 ** 22 + 1 };
    writeFileSync(path, owner(dead));
    writeFileSync(`${path}.0123456789abcdef.lock`, owner({ ...dead, token: 'fedcba9876543210' }));
    expect(await withFileLock(path, () => Promise.resolve('mine'))).toBe('mine');
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  it('is given back when the work fails, and one that was deleted meanwhile harms nobody', async () => {
    const path = join(temporaryFolder(), 'lock');
    await expect(withFileLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(readdirSync(join(path, '..'))).toEqual([]);
    const theirs = owner({ token: 'aaaaaaaaaaaaaaaa' });
    await withFileLock(path, () => Promise.resolve(writeFileSync(path, theirs)));
    expect(readFileSync(path, 'utf8')).toBe(theirs);
  });
});
