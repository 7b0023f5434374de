import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setAside } from '../../learner/progress/store.ts';
import { Checkout } from './support/checkout.ts';
import { rememberStandings } from './support/standings.ts';

let checkout: Checkout;
beforeEach(() => void (checkout = new Checkout()));
afterEach(() => checkout.remove());

const file = (): string => join(checkout.work, 'progress.json');
function putProgress(text: string): void {
  mkdirSync(checkout.work, { recursive: true });
  writeFileSync(file(), text);
}
/** What is said, without the places where it was wrapped. */
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');
const newer = '{"formatVersion":2,"lessons":[],"later":true}';

const commands = [['list'], ['progress'], ['hint', '00'], ['hint', '00', 'longest'], ['diff', '00']] as const;

describe('a progress file of a newer version', () => {
  test.for(commands)('%j refuses it: exit 3, what and where and what to do; the file stays as it is', async (words) => {
    putProgress(newer);
    const ended = await checkout.run(words);
    expect(ended).toMatchObject({ code: 3, out: '' });
    expect(flat(ended.err)).toMatch(
      /\.lesson\/progress\.json has format version 2.* version 1.*git pull.*move the file/,
    );
    expect(ended.err).not.toContain('    at ');
    expect((await checkout.run([...words, '--lang', 'zh-CN'])).err).toMatch(/2[^]*git pull/);
    expect(readFileSync(file(), 'utf8')).toBe(newer);
    expect(readdirSync(checkout.work)).toEqual(['progress.json']);
  });

  test('check still gives its verdict, and says that it is not remembered', async () => {
    putProgress(newer);
    checkout.solve();
    const ended = await checkout.run(['check', '00']);
    expect(ended.code).toBe(0);
    expect(ended.out).toContain('Everything is green');
    expect(flat(ended.err)).toMatch(/could not be kept.*format version 2/);
    expect(readFileSync(file(), 'utf8')).toBe(newer);
  });

  test('an import of it is refused, and nothing is taken over', async () => {
    writeFileSync(join(checkout.root, 'there.json'), newer);
    const ended = await checkout.run(['progress', '--import', 'there.json']);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(flat(ended.err)).toMatch(/there\.json has format version 2/);
    expect(existsSync(file())).toBe(false);
  });
});

describe('a damaged progress file', () => {
  test.for([
    ['half written', '{ half'],
    ['empty', ''],
    ['edited wrongly', '{"formatVersion":1,"lessons":{"00-words":{"tests":3}}}'],
    ['of no version', '{"formatVersion":"new","lessons":{}}'],
  ])('%s: it is set aside, and the command says where', async ([, text = '']) => {
    putProgress(text);
    const ended = await checkout.run(['progress']);
    expect(ended.code).toBe(0);
    expect(flat(ended.err)).toMatch(/\.lesson\/progress\.json is damaged.*\.lesson\/progress\.json\.unreadable/);
    expect(readFileSync(`${file()}.unreadable`, 'utf8')).toBe(text);
    expect((await checkout.run(['progress'])).err).toBe('');
  });

  test('check gives its verdict, sets the file aside, and begins a new one; hint says it once', async () => {
    putProgress('{ half');
    const ended = await checkout.run(['check', '00']);
    expect(ended.code).toBe(1);
    expect(ended.out).toMatch(/to write +longest/);
    expect(flat(ended.err)).toMatch(/is damaged.*progress\.json\.unreadable/);
    expect(readFileSync(`${file()}.unreadable`, 'utf8')).toBe('{ half');
    expect((await checkout.run(['list'])).out).toContain('lab: 0 of 2 green');
    putProgress('{ half');
    const hint = await checkout.run(['hint', '00']);
    expect(hint).toMatchObject({ code: 0, out: expect.stringContaining('hint 1 of 3') as unknown });
    expect(hint.err.match(/damaged/g)).toHaveLength(1);
    expect(hint.err).toContain('.unreadable-2');
  });
});

// Root may write into a folder without rights; nobody may write below a file.
describe('no place to keep progress in', () => {
  const places: readonly (readonly [string, () => void])[] = [
    ['.lesson is a file', () => writeFileSync(checkout.work, 'mine')],
    ['progress.json is a folder', () => mkdirSync(join(file(), 'mine'), { recursive: true })],
  ];

  test.for(places)('%s: list, progress, hint and diff say so in one line: exit 3', async ([, spoil]) => {
    spoil();
    for (const words of commands) {
      const ended = await checkout.run(words);
      expect(ended).toMatchObject({ code: 3, out: '' });
      expect(flat(ended.err)).toMatch(
        /^\.lesson\/progress\.json cannot be read: [^(]*\. (Make it and|Move it)[^(]*\. $/,
      );
    }
  });

  test.for(places)('%s: check keeps its verdict and its exit status', async ([, spoil]) => {
    spoil();
    const failing = await checkout.run(['check', '00']);
    expect(failing.code).toBe(1);
    expect(failing.out).toMatch(/to write +longest/);
    expect(flat(failing.err)).toMatch(/progress could not be kept: .*\.lesson\/progress\.json cannot be read: \w/);
    checkout.solve();
    expect((await checkout.run(['check', '00', '--lang', 'zh-CN'])).code).toBe(0);
  });

  test('a hint is shown also when it cannot be remembered', async () => {
    mkdirSync(join(checkout.work, `progress.json.${process.pid}.part`), { recursive: true });
    const ended = await checkout.run(['hint', '00', 'longest']);
    expect(ended.code).toBe(0);
    expect(ended.out).toMatch(/hint 1 of 3[^]*2 more hints/);
    expect(flat(ended.err)).toMatch(/could not be kept: .*progress\.json cannot be written: EISDIR/);
  });

  test('reset changes nothing when no copy can be kept: exit 3', async () => {
    checkout.solve();
    writeFileSync(checkout.work, 'mine');
    const ended = await checkout.run(['reset', '00']);
    expect(ended).toMatchObject({ code: 3, out: '' });
    expect(flat(ended.err)).toMatch(/no copy of your code could be kept.*E\w+.*nothing was changed/);
    expect(ended.err).not.toContain('    at ');
    expect(checkout.read('starter/src/words.ts')).toBe(checkout.read('solution/src/words.ts'));
  });

  test('an import says that it could not be kept: exit 3', async () => {
    rememberStandings(checkout, { longest: 'green' });
    await checkout.run(['progress', '--export', 'there.json']);
    rmSync(checkout.work, { recursive: true });
    writeFileSync(checkout.work, 'mine');
    const ended = await checkout.run(['progress', '--import', 'there.json']);
    expect(ended).toMatchObject({ code: 3, out: '' });
    expect(flat(ended.err)).toMatch(/^\.lesson\/progress\.json cannot be read: E/);
  });
});

describe('what is no file of a sensible size', () => {
  const mkfifo = (path: string): unknown => spawnSync('/bin/sh', ['-c', 'mkfifo "$0"', path]);

  test.skipIf(process.platform === 'win32')(
    'a pipe in the place of progress.json ends in one line, at once',
    async () => {
      mkdirSync(checkout.work);
      mkfifo(file());
      const ended = await checkout.run(['list']);
      expect(ended).toMatchObject({ code: 3, out: '' });
      expect(flat(ended.err)).toMatch(/^\.lesson\/progress\.json cannot be read: .*a pipe.* not a file\. Move it away/);
      expect((await checkout.run(['check', '00'])).code).toBe(1);
    },
  );

  test.skipIf(process.platform === 'win32')('an import takes files only: exit 2', async () => {
    mkfifo(join(checkout.root, 'pipe'));
    for (const from of ['pipe', '/dev/zero', '.']) {
      const ended = await checkout.run(['progress', '--import', from]);
      expect(ended).toMatchObject({ code: 2, out: '' });
      expect(flat(ended.err)).toMatch(/cannot be read: .*not a file\. $/);
    }
  });

  test('more than 4 MiB is not read: neither the progress nor an import', async () => {
    putProgress(' '.repeat(4 * 1024 * 1024 + 1));
    const list = await checkout.run(['list']);
    expect(list).toMatchObject({ code: 3, out: '' });
    expect(flat(list.err)).toMatch(/larger than 4 MiB.*Move it away/);
    writeFileSync(join(checkout.root, 'big.json'), ' '.repeat(4 * 1024 * 1024 + 1));
    rmSync(file());
    const taken = await checkout.run(['progress', '--import', 'big.json', '--lang', 'zh-CN']);
    expect(taken).toMatchObject({ code: 2, out: '' });
    expect(taken.err).toContain('4 MiB');
  });
});

test.for(['list', 'check'])('%s: a link that leads nowhere is told as such', async (command) => {
  symlinkSync(join(checkout.root, 'unmounted'), checkout.work, 'junction');
  const ended = await checkout.run(command === 'check' ? ['check', '00'] : [command]);
  expect(ended.code).toBe(command === 'check' ? 1 : 3);
  expect(flat(ended.err)).toMatch(/\.lesson is a link that leads nowhere\. .*remove the link/);
});

test.for([['--export'], ['--import']])(
  'progress %s "" names no file: exit 2, with the usage',
  async ([option = '']) => {
    const ended = await checkout.run(['progress', option, '']);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toMatch(/^no file was named\nusage: *\n {2}pnpm lesson progress/);
  },
);

test.for(['2.5', '1e20', '1e999'])('format version %s is newer, not damaged', async (version) => {
  putProgress(`{"formatVersion":${version},"lessons":{}}`);
  expect(await checkout.run(['list'])).toMatchObject({ code: 3, out: '' });
  expect(readdirSync(checkout.work)).toEqual(['progress.json']);
});

describe('setting a damaged file aside while another command does', () => {
  test('a file that is good by now is left alone', () => {
    rememberStandings(checkout, { longest: 'green' });
    const good = readFileSync(file(), 'utf8');
    expect(setAside(file(), '{ half')).toBe(undefined);
    expect(readFileSync(file(), 'utf8')).toBe(good);
    expect(readdirSync(checkout.work)).toEqual(['progress.json']);
  });

  test('a file that is gone by now is no problem', () => {
    expect(setAside(file(), '{ half')).toBe(undefined);
  });

  test('what is still damaged goes', () => {
    putProgress('{ half');
    expect(setAside(file(), '{ half')).toBe(`${file()}.unreadable`);
  });
});

test.for([['.'], ['no/such/folder/x.json'], ['lesson.txt/x.json']] as const)(
  'progress --export %s is a usage error: exit 2, one line',
  async ([to]) => {
    writeFileSync(join(checkout.root, 'lesson.txt'), 'a file');
    const ended = await checkout.run(['progress', '--export', to]);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(flat(ended.err)).toMatch(/cannot be written: E/);
    expect(ended.err).not.toContain('    at ');
  },
);

test('what the system refuses anywhere else is one line too: exit 3', async () => {
  rmSync(join(checkout.lesson, 'starter.patch'));
  mkdirSync(join(checkout.lesson, 'starter.patch'));
  const ended = await checkout.run(['starter', 'write', '00']);
  expect(ended).toMatchObject({ code: 3, out: '' });
  expect(flat(ended.err)).toMatch(/EISDIR/);
  expect(ended.err).not.toContain('    at ');
});
