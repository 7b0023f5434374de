import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failureArtefact } from '../../src/trace/failure-artefact.ts';
import { writePrivateFile } from '../../src/trace/private-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test.skipIf(process.platform === 'win32')(
  'a private file is read by its owner alone, also when it takes the place of an open one',
  async () => {
    const path = join(temporaryFolder(), 'a.md');
    await writePrivateFile(path, 'first');
    expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['first', 0o600]);
    chmodSync(path, 0o644);
    await writePrivateFile(path, 'second', { overwrite: true });
    expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['second', 0o600]);
  },
);

test('what is there is not touched, be it a file, a folder, or a link to nothing', async () => {
  const root = temporaryFolder();
  const [file, inner, link, target] = ['file', 'inner', 'link', 'target'].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ];
  writeFileSync(file, 'mine');
  mkdirSync(inner);
  symlinkSync(target, link);
  for (const path of [file, inner, link]) {
    await expect(writePrivateFile(path, 'x'), path).rejects.toMatchObject({ code: 'EEXIST' });
  }
  expect(readFileSync(file, 'utf8')).toBe('mine');
  await writePrivateFile(link, 'mine too', { overwrite: true });
  expect(readFileSync(link, 'utf8')).toBe('mine too');
  await expect(writePrivateFile(inner, 'x', { overwrite: true })).rejects.toThrow(/./);
  await expect(writePrivateFile(join(root, 'nowhere', 'x'), 'x')).rejects.toMatchObject({ code: 'ENOENT' });
  expect(readdirSync(root).toSorted()).toEqual(['file', 'inner', 'link']);
});

test.skipIf(process.platform === 'win32')('what is no file (a pipe, a device) is not exchanged either', async () => {
  const root = temporaryFolder();
  const [pipe, link] = [join(root, 'pipe'), join(root, 'link')];
  execFileSync('mkfifo', [pipe]);
  symlinkSync(pipe, link);
  for (const path of [pipe, link]) {
    await expect(writePrivateFile(path, 'x', { overwrite: true }), path).rejects.toMatchObject({ code: 'EEXIST' });
    expect(statSync(path).isFIFO(), path).toBe(true);
  }
  expect(readdirSync(root).toSorted()).toEqual(['link', 'pipe']);
});

test('the arguments of a call are a text of their own, which says that it is private', () => {
  const call = { serverName: 'files', tool: 'read', arguments: { path: '/x', 'na\nme': '// PRIVATE' } };
  const [first, ...rest] = failureArtefact(call).split('\n');
  expect(first).toMatch(/^\/\/ PRIVATE: .* do not publish this file\.$/);
  expect(JSON.parse(rest.join('\n'))).toEqual(call);
  const round: { self?: unknown } = {};
  round.self = round;
  expect(
    JSON.parse(
      failureArtefact({ ...call, arguments: round })
        .split('\n')
        .slice(1)
        .join('\n'),
    ),
  ).toMatchObject({
    tool: 'read',
    problem: 'the arguments are no JSON',
  });
});
