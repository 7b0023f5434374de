import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fixtureModes } from '../src/index.ts';
import { readArguments } from '../src/server/arguments.mjs';

const program = fileURLToPath(new URL('../src/server/server.mjs', import.meta.url));

async function run(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
    child.stdin?.end();
  });
}

describe('arguments of the server', () => {
  test('have defaults', () => {
    expect(readArguments([])).toEqual({ mode: 'normal', shape: 'lite', selfKillMs: 30_000 });
  });

  test('are read by name, in any order', () => {
    const args = ['--split-at=utf8', '--mode=split', '--journal=/a=b', '--batch=3', '--hold=true', '--bytes=0'];
    expect(readArguments(args)).toMatchObject({
      splitAt: 'utf8',
      mode: 'split',
      journal: '/a=b',
      batch: 3,
      hold: true,
      bytes: 0,
    });
  });

  test.each([
    ['--batch=0', '--batch cannot be "0"'],
    ['--batch=two', '--batch cannot be "two"'],
    ['--bytes=-1', '--bytes cannot be "-1"'],
    ['--count=1e3', '--count cannot be "1e3"'],
    ['--self-kill-ms=2147483648', '--self-kill-ms cannot be "2147483648"'],
    ['--shape=modern', '--shape cannot be "modern"'],
    ['--mode=../normal', '--mode cannot be "../normal"'],
    ['--fresh=maybe', '--fresh cannot be "maybe"'],
    ['--revision=next', '--revision cannot be "next"'],
    ['--journal=', '--journal cannot be ""'],
    ['--colour=red', 'unknown argument "--colour=red"'],
    ['--constructor=x', 'unknown argument "--constructor=x"'],
    ['normal', 'unknown argument "normal"'],
  ])('refuse %s', (arg, message) => {
    expect(() => readArguments([arg])).toThrow(message);
  });

  test('that are wrong end the server with code 2 and a message, before anything else', async () => {
    const [unknownMode, badNumber, noFolder] = await Promise.all([
      run('--mode=no-such-mode'),
      run('--batch=many'),
      run(`--journal=${program}/no/folder`),
    ]);
    expect(unknownMode).toEqual({ code: 2, stdout: '', stderr: 'fixture server: unknown mode "no-such-mode"\n' });
    expect(badNumber).toEqual({ code: 2, stdout: '', stderr: 'fixture server: --batch cannot be "many"\n' });
    expect(noFolder).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^fixture server: ENOTDIR/) });
  });

  test('know as many modes as there are files, and the README explains each', () => {
    const files = readdirSync(new URL('../src/server/modes', import.meta.url)).map((name) => name.replace('.mjs', ''));
    expect([...files, 'normal'].toSorted()).toEqual([...fixtureModes].toSorted());
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const table = readme.slice(readme.indexOf('## Modes'), readme.indexOf('## Probes'));
    expect([...table.matchAll(/^\| `([a-z-]+)`/gm)].map(([, name]) => name)).toEqual(fixtureModes);
  });
});
