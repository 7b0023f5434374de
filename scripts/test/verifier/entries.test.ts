import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
let temp = '';
beforeEach(() => void (temp = mkdtempSync(join(tmpdir(), 'entries-'))));
afterEach(() => rmSync(temp, { recursive: true, force: true }));

interface Entry {
  /** Folder of the package whose script it is. */
  readonly folder: string;
  readonly script: string;
}
const entries: readonly Entry[] = [
  { folder: '.', script: 'verify:lesson' },
  { folder: '.', script: 'lesson' },
  { folder: '.', script: 'verify:cached' },
  { folder: 'bootcamps/coding-agent', script: 'verify:lesson' },
  { folder: 'bootcamps/coding-agent', script: 'lesson' },
  { folder: 'bootcamps/coding-agent/labs/33-mcp-lite', script: 'verify' },
];

interface Options {
  readonly more?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where stdout goes; a pipe by default, which is closed at once when `leaves`. */
  readonly stdout?: number;
  readonly leaves?: boolean;
}

/** Runs a package script, as pnpm would, in a process of its own. */
function run({ folder, script }: Entry, options: Options = {}): Promise<{ code: number | null; err: string }> {
  const cwd = join(root, folder);
  const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [program, ...words] = (scripts[script] ?? '').split(' ');
  expect(program).toBe('node');
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [...words, ...(options.more ?? [])], {
      cwd,
      env: { ...process.env, LANG: 'en_US.UTF-8', LC_ALL: '', INIT_CWD: temp, ...options.env },
      stdio: ['ignore', options.stdout ?? 'pipe', 'pipe'],
    });
    let err = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
    if (options.leaves) child.stdout?.destroy();
    else child.stdout?.resume();
    child.on('error', fail);
    child.on('close', (code) => done({ code, err }));
  });
}

describe('a temp folder that cannot be used: exit 3, and what to do, in both languages', () => {
  const spoilt: readonly (readonly [string, () => string])[] = [
    ['it is missing', () => join(temp, 'nowhere')],
    [
      'it is a file',
      () => {
        writeFileSync(join(temp, 'file'), '');
        return join(temp, 'file');
      },
    ],
  ];
  test.for(spoilt.flatMap(([title, make]) => entries.map((entry) => [title, entry, make] as const)))(
    '%s: %j',
    async ([, entry, make]) => {
      const folder = make();
      // Where the temp folder is not looked at, this still ends at once.
      const ended = await run(entry, { more: ['--help'], env: { TMPDIR: folder, TEMP: folder, TMP: folder } });
      expect(ended.code).toBe(3);
      expect(ended.err).toMatch(/^the temp folder \S+ cannot be used \(E\w+: [^)]+\): .*set (TMPDIR|TEMP) to/);
      expect(ended.err).toMatch(/\n临时目录/);
      expect(ended.err.trim().split('\n')).toHaveLength(2);
      expect(existsSync(join(temp, 'nowhere'))).toBe(false);
    },
  );
});

describe('output that cannot be read', () => {
  const said: readonly (readonly [Entry, readonly string[]])[] = [
    [{ folder: '.', script: 'verify:lesson' }, ['--help']],
    [{ folder: '.', script: 'lesson' }, ['explain']],
    [{ folder: '.', script: 'lesson' }, ['explain', '--lang', 'zh-CN']],
  ];
  test.for(said)('a reader who leaves early changes nothing: %j %j', async ([entry, more]) => {
    expect(await run(entry, { more, leaves: true })).toEqual({ code: 0, err: '' });
  });

  // A file that is open for reading only refuses every word on any platform; /dev/full is a full disk on Linux.
  const sinks: readonly (readonly [string, string])[] = [
    ['r', resolve(root, 'package.json')],
    ...(existsSync('/dev/full') ? [['w', '/dev/full'] as const] : []),
  ];
  test.for(sinks.flatMap((sink) => said.map(([entry, more]) => [sink[1], entry, more, sink[0]] as const)))(
    'words that are lost are told on stderr: exit 3 (%s %j %j)',
    async ([path, entry, more, mode]) => {
      const stdout = openSync(path, mode);
      try {
        const ended = await run(entry, { more, stdout });
        expect(ended.code).toBe(3);
        expect(ended.err).toMatch(more.includes('zh-CN') ? /^没能输出.*E[A-Z]+/ : /^the output was lost: E[A-Z]+/);
        expect(ended.err.trim().split('\n')).toHaveLength(1);
      } finally {
        closeSync(stdout);
      }
    },
  );

  test('a usage error stays one when nobody reads', async () => {
    expect((await run({ folder: '.', script: 'lesson' }, { more: ['check', '99'], leaves: true })).code).toBe(2);
  });
});
