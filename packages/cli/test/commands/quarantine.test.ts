import { expect, test } from 'vitest';
import { fingerprint } from '../support/fake-backend.ts';
import { runInMemory } from '../support/run-in-memory.ts';

const entry = { server: 'files', fingerprint, cause: 'exit code 7', failures: 5, since: '2026-01-02T03:04:05.000Z' };

test('mcp quarantine list: which, since when, why, and what to do', async () => {
  const { exitCode, out, err } = await runInMemory(['quarantine', 'list'], { quarantine: [entry] });
  expect(exitCode).toBe(0);
  expect(out).toBe('files  3f2a9c01d2e4  5 failures  2026-01-02T03:04:05.000Z  exit code 7\n');
  expect(err).toContain('mcp quarantine clear <server>');
  await expect(runInMemory(['quarantine', 'list'])).resolves.toMatchObject({
    out: 'no server is in quarantine\n',
    err: '',
  });
  const { document } = await runInMemory(['quarantine', 'list', '--json'], { quarantine: [entry] });
  expect(document()).toEqual({ quarantine: [entry] });
});

test.each([
  [['files'], ['release files', 'close'], 'files may be started again\n'],
  [['--all'], ['release files', 'close'], 'files may be started again\n'],
])('mcp quarantine clear %j', async (words, log, out) => {
  const ran = await runInMemory(['quarantine', 'clear', ...words], { quarantine: [entry] });
  expect({ exitCode: ran.exitCode, log: ran.log, out: ran.out }).toEqual({ exitCode: 0, log, out });
});

test.each([
  [['clear'], /no server was named/],
  [['clear', 'files', '--all'], /a server was named, and --all/],
  [['clear', 'flies'], /flies is not in quarantine/],
  [['claer'], /unknown command/],
  [[], /no command was given/],
])('mcp quarantine %j is a usage error', async (words, message) => {
  const { exitCode, err, log } = await runInMemory(['quarantine', ...words], { quarantine: [entry] });
  expect(exitCode).toBe(1);
  expect(err).toMatch(message);
  expect(log).not.toContain('release files');
});
