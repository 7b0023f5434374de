import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileDigests, type FileDigestsOptions } from '../../src/manager/file-digests.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A time from which on files that are written now count as settled. */
const later = (): number => Date.now() + 60_000;

function digests(options: FileDigestsOptions = {}): { of: FileDigests['of']; file: string } {
  const file = join(temporaryFolder(), 'file');
  const memory = new FileDigests(options);
  return { of: (path, signal) => memory.of(path, signal), file };
}

describe('the digest of a file', () => {
  it('is read once for all who ask meanwhile, each with a signal of its own', async () => {
    let readings = 0;
    // The time is looked at once for each reading.
    const { of, file } = digests({ now: () => (readings += 1) });
    writeFileSync(file, Buffer.alloc(20 * 1024 * 1024, 'abc'));
    const controller = new AbortController();
    const leaving = of(file, controller.signal);
    const others = Array.from({ length: 50 }, () => of(file));
    controller.abort(new Error('enough'));
    await expect(leaving).rejects.toThrow('enough');
    const digest = createHash('sha256')
      .update(Buffer.alloc(20 * 1024 * 1024, 'abc'))
      .digest('hex');
    for (const one of await Promise.all(others)) expect(one).toEqual({ digest });
    expect(readings).toBe(1);
  });

  it('is given up for any reason, also for one that cannot be put into words', async () => {
    const { of, file } = digests();
    writeFileSync(file, Buffer.alloc(20 * 1024 * 1024, 'abc'));
    for (const reason of [null, 'enough', Symbol('enough'), Object.create(null) as object]) {
      const controller = new AbortController();
      const reading = of(file, controller.signal);
      controller.abort(reason);
      await expect(reading).rejects.toBeInstanceOf(Error);
    }
  });

  it('is of the file that is there when it is asked for, not of one that was being read', async () => {
    const { of, file } = digests();
    writeFileSync(file, Buffer.alloc(20 * 1024 * 1024, 'old'));
    writeFileSync(`${file}.new`, 'new');
    const old = of(file);
    await new Promise(setImmediate);
    renameSync(`${file}.new`, file);
    expect(await of(file)).toEqual({ digest: sha256('new') });
    await old;
  });

  it('is the SHA-256 of its bytes, through links, however large', async () => {
    const { of, file } = digests();
    const bytes = Buffer.alloc(5 * 1024 * 1024 + 17, 'abc');
    writeFileSync(file, bytes);
    symlinkSync(file, `${file}.link`);
    const digest = createHash('sha256').update(bytes).digest('hex');
    expect(await of(file)).toEqual({ digest });
    expect(await of(`${file}.link`)).toEqual({ digest });
    writeFileSync(file, '');
    expect(await of(file)).toEqual({ digest: sha256('') });
  });

  it('does not take the memory of a file that is larger than the memory: it is read in pieces', async () => {
    const { of, file } = digests();
    writeFileSync(file, '');
    truncateSync(file, 256 * 1024 * 1024);
    const before = process.memoryUsage().rss;
    expect(await of(file)).toHaveProperty('digest');
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  it('is not there for what is no file, and no FIFO or device is waited for', async () => {
    const { of, file } = digests();
    expect(await of(file)).toEqual({ problem: `${file} does not exist` });
    expect(await of(join(file, '..'))).toMatchObject({ problem: expect.stringMatching(/is a directory/) });
    if (process.platform === 'win32') return;
    execFileSync('mkfifo', [file]);
    expect(await of(file)).toEqual({ problem: `${file} is no regular file` });
    expect(await of('/dev/zero')).toEqual({ problem: '/dev/zero is no regular file' });
  });

  it('has a bound, and can be given up', async () => {
    const { of, file } = digests({ maxBytes: 10 });
    writeFileSync(file, '0123456789a');
    expect(await of(file)).toEqual({ problem: `${file} has more than 10 bytes` });
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    writeFileSync(file, 'short');
    await expect(of(file, controller.signal)).rejects.toThrow('enough');
  });
});

describe('the memory of digests', () => {
  it('is used while nothing changed, and the file is not read again', async () => {
    const { of, file } = digests({ now: later });
    writeFileSync(file, 'one');
    const first = await of(file);
    const given = new AbortController();
    given.abort(new Error('it was read'));
    // Reading looks at the signal; remembering does not.
    expect(await of(file, given.signal)).toEqual(first);
    writeFileSync(file, 'two');
    await expect(of(file, given.signal)).rejects.toThrow('it was read');
  });

  it('notices other bytes of the same length, at the same time, under the same path', async () => {
    const { of, file } = digests({ now: later });
    writeFileSync(file, 'good');
    const { atime, mtime } = statSync(file);
    expect(await of(file)).toEqual({ digest: sha256('good') });
    writeFileSync(file, 'evil');
    utimesSync(file, atime, mtime);
    expect(await of(file)).toEqual({ digest: sha256('evil') });
  });

  it('notices another file under the same path', async () => {
    const { of, file } = digests({ now: later });
    writeFileSync(file, 'good');
    await of(file);
    copyFileSync(file, `${file}.new`);
    appendFileSync(`${file}.new`, ' and more');
    renameSync(`${file}.new`, file);
    expect(await of(file)).toEqual({ digest: sha256('good and more') });
  });

  it('does not trust a file that was written a moment ago: its times may not tell the next change', async () => {
    const { of, file } = digests();
    for (const text of ['one', 'two', 'six', 'ten']) {
      writeFileSync(file, text);
      expect(await of(file)).toEqual({ digest: sha256(text) });
    }
  });

  it('forgets what was not used for longest', async () => {
    const { of, file } = digests({ now: later, maxEntries: 2 });
    const names = ['a', 'b', 'c'].map((name) => `${file}.${name}`);
    for (const name of names) writeFileSync(name, name);
    for (const name of [...names, ...names]) expect(await of(name)).toEqual({ digest: sha256(name) });
  });
});
