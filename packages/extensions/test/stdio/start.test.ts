import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Recorded, startFixture, startScript, words } from './support/recorded.ts';
import { stay } from './support/scripts.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('C-03: a server runs in the directory that was given', async () => {
  const cwd = join(temporaryFolder(), 'here');
  mkdirSync(cwd);
  const { server, recorded } = startFixture({ mode: 'normal' }, { cwd });
  await recorded.shakeHands();
  expect(server.journal()[0]).toMatchObject({ event: 'start', cwd });
});

it('C-02: a server sees the allowlist, what was named, what was set, and the mark: nothing else', async () => {
  process.env['STDIO_TEST_SECRET'] = 'a secret of the host';
  process.env['STDIO_TEST_NAMED'] = 'named';
  onTestFinished(() => {
    delete process.env['STDIO_TEST_SECRET'];
    delete process.env['STDIO_TEST_NAMED'];
  });
  const { recorded } = startFixture(
    { mode: 'env-dump' },
    { env: { STDIO_TEST_SET: 'set', LANG: null }, inheritEnv: ['STDIO_TEST_NAMED'] },
  );
  await recorded.shakeHands();
  const answer = await recorded.ask('tools/call', { name: 'env', arguments: {} });
  const content = answer.kind === 'result' ? String(answer.result['content']) : '';
  const seen: Record<string, string> = JSON.parse(content);
  expect(seen).toMatchObject({ STDIO_TEST_NAMED: 'named', STDIO_TEST_SET: 'set', PATH: process.env['PATH'] });
  const allowed = /^(?:PATH|LANGUAGE|LC_.*|TZ|TMPDIR|TMP|TEMP|STDIO_TEST_NAMED|STDIO_TEST_SET|MCP_CLIENT_MARK)$/;
  expect(Object.keys(seen).filter((name) => !allowed.test(name))).toEqual([]);
  expect(process.env['MCP_CLIENT_MARK']).toBeUndefined();
});

describe('C-05, C-35: a server that cannot be started', () => {
  /** The end, the process that there never was, and that closing is nothing. */
  async function expectFailure(recorded: Recorded, errno: string, message: string): Promise<void> {
    expect(recorded.ends).toEqual([]); // never in the turn of opening
    expect(await recorded.end()).toMatchObject({
      code: 'MCP_SPAWN_FAILED',
      errno,
      message: expect.stringContaining(message),
    });
    expect(recorded.transport.pid).toBeUndefined();
    expect(recorded.send({ method: 'x' })).toBe(false);
    expect(await recorded.close()).toMatchObject({ survivors: [] });
    await recorded.until(() => (words(recorded).length === 2 ? true : undefined), 'done');
    expect(words(recorded)).toEqual(['close', 'not sent']);
  }

  it('because there is no such program on PATH', () =>
    expectFailure(
      new Recorded({ executable: 'no-such-program-here' }),
      'ENOENT',
      'no-such-program-here was not found on PATH',
    ));

  it('because a whole command line was given for the program', () =>
    expectFailure(
      new Recorded({ executable: 'no-such-program -y server' }),
      'ENOENT',
      'its name alone is the executable, what follows goes into args',
    ));

  it('because there is no such file', () =>
    expectFailure(new Recorded({ executable: '/no/such/file' }), 'ENOENT', '/no/such/file does not exist'));

  it('because it is a directory', () =>
    expectFailure(new Recorded({ executable: temporaryFolder() }), 'EACCES', 'is a directory'));

  it('because it may not be executed', () => {
    const file = join(temporaryFolder(), 'server');
    writeFileSync(file, '#!/bin/sh\n');
    return expectFailure(new Recorded({ executable: file }), 'EACCES', 'may not be executed');
  });

  it('because the interpreter of the script is missing', () => {
    const file = join(temporaryFolder(), 'server');
    writeFileSync(file, '#!/no/such/interpreter -x\n');
    chmodSync(file, 0o755);
    return expectFailure(new Recorded({ executable: file }), 'ENOENT', '/no/such/interpreter -x, does not exist');
  });

  it('C-03: because its working directory is missing', () =>
    expectFailure(
      startScript(stay, { cwd: '/no/such/folder' }),
      'ENOENT',
      'working directory /no/such/folder does not exist',
    ));

  it('C-03: because its working directory is a file', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    return expectFailure(startScript(stay, { cwd: file }), 'ENOTDIR', 'is not a directory');
  });

  it('because its arguments are too long for the system', () =>
    expectFailure(new Recorded({ executable: 'true', args: ['x'.repeat(2 ** 22)] }), 'E2BIG', 'too long'));

  it('and is closed before that was known', async () => {
    const recorded = new Recorded({ executable: '/no/such/file' });
    expect((await recorded.close()).survivors).toEqual([]);
    expect(recorded.ends).toMatchObject([{ code: 'CLIENT_CLOSED' }]);
  });
});
