import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Checkout, type Ended } from './support/checkout.ts';

let checkout: Checkout;
beforeEach(() => void (checkout = new Checkout()));
afterEach(() => checkout.remove());

const source = 'starter/src/words.ts';
/** Checks the solution with something added to it. */
function checkWith(more: string): Promise<Ended> {
  checkout.solve();
  checkout.write(source, `${checkout.read(source)}\n${more}\n`);
  return checkout.run(['check', '00']);
}

// V-10.
describe('check', () => {
  test('the starter is not wrong, only unwritten, and the next hint is named', async () => {
    const ended = await checkout.run(['check', '00']);
    expect(ended.code).toBe(1);
    expect(ended.out).toMatch(/· to write +longest\n· to write +initials\n/);
    expect(ended.out).toMatch(/homework: it comes after the lab/);
    expect(ended.out).toMatch(/Nothing is wrong yet[^]*TODO\(TODO_WORDS\)/);
    expect(ended.out).not.toMatch(/known mistake|Unstable/);
    expect(ended.out).toMatch(
      /On the road: longest\nnext:\n {2}pnpm lesson hint 00 longest\n {2}then: pnpm lesson check 00\n$/,
    );
  });

  test('half-done code is told its mistake and what is still to write, in Chinese too; it is remembered', async () => {
    checkout.edit(
      source,
      '_words: readonly string[]): string {\n  // TODO(TODO_WORDS): keep the best one so far.\n  throw notYet();',
      "words: readonly string[]): string {\n  return words.at(-1) ?? '';",
    );
    const ended = await checkout.run(['check', '00', '--lang', 'zh-CN']);
    expect(ended.code).toBe(1);
    expect(ended.out).toMatch(/✗ 未通过 +longest\n +the longest word: expected 'cat' to be 'beetle'/);
    expect(ended.out).toMatch(/· 待实现 +initials\n/);
    expect(ended.out).toMatch(/这看起来是一个常见错误：\n {2}shortest\n {2}\[shortest\] {2}依据：longest\n/);
    expect(ended.out).toMatch(/标着“待实现”的测试停在 TODO\(TODO_WORDS\)/);
    expect(ended.out).toMatch(/下一步：\n {2}pnpm lesson hint 00 longest\n/);
    expect(ended.out).not.toContain('不稳定');
    expect((await checkout.run(['progress', '00'])).out).toMatch(/longest +red\n +initials +to write\n/);
  });

  test('of several places to write, those are named at which a test stops', async () => {
    const manifest = JSON.parse(checkout.read('lesson.json')) as {
      gaps: object[];
      tests: { id: string; starter: { gap?: string } }[];
    };
    manifest.gaps.push({ ...manifest.gaps[0], code: 'TODO_LATER' });
    for (const { id, starter } of manifest.tests) if (id === 'total') starter.gap = 'TODO_LATER';
    checkout.write('lesson.json', JSON.stringify(manifest));
    const { out } = await checkout.run(['check', '00']);
    expect(out).toMatch(/Nothing is wrong yet[^]*TODO\(TODO_WORDS\)/);
    expect(out).not.toContain('TODO_LATER');
  });

  test('once the lab is green the homework is run too; --all runs it before', async () => {
    checkout.solve();
    checkout.edit(source, 'letters += word.length', 'letters += 1');
    const homework = await checkout.run(['check', '00']);
    expect(homework.code).toBe(1);
    expect(homework.out).toMatch(/✓ green +longest\n✓ green +initials\n\nhomework: 0 of 1 green\n✗ red +total\n/);
    expect(homework.out).toMatch(/looks like a known mistake:\n {2}counts-words\n/);
    expect(homework.out).toContain('The lab is done');

    checkout.edit(source, 'word.length > best.length', 'word.length < best.length');
    const all = await checkout.run(['check', '00', '--all']);
    expect(all.out).toMatch(/✗ red +longest\n[^]*homework: 0 of 1 green/);
  });

  test('when the lab leaves a puzzle, the homework helps to solve it', async () => {
    checkout.edit(
      'lesson.json',
      '"message": "all letters"\n        }\n      ]',
      '"message": "all letters"\n        }\n      ],\n      "mayFail": ["longest"]',
    );
    checkout.edit('lesson.json', '"message": "the longest word"', '"message": "nothing like it"');
    checkout.solve();
    checkout.edit(source, 'letters += word.length', 'letters += 1');
    checkout.edit(source, 'return best;', "return '';");
    const { out, err } = await checkout.run(['check', '00']);
    expect(err).toContain('running the homework too');
    expect(out).toMatch(
      /✗ red +longest\n[^]*homework: 0 of 1 green\n\n[^]*known mistake:\n {2}counts-words\n[^]*seen in: longest/,
    );
    expect(out).not.toMatch(/✗ red +total/);
  });

  test('all green: exit 0, and diff is open', async () => {
    checkout.solve();
    const ended = await checkout.run(['check', '00']);
    expect(ended).toMatchObject({ code: 0, err: 'running the tests on a copy of your code …\n' });
    expect(ended.out).toMatch(/homework: 1 of 1 green\n\nEverything is green\.\n {2}pnpm lesson diff 00 /);
    expect((await checkout.run(['diff', '00'])).code).toBe(0);
  });

  test('any folder with a src/ can be checked; it leaves no trace in the progress', async () => {
    const ended = await checkout.run(['check', '00', '--dir', 'bootcamps/words/labs/00-words/solution']);
    expect(ended.code).toBe(0);
    expect(ended.out).toContain('another folder: not remembered');
    expect((await checkout.run(['list'])).out).toContain('not checked yet');
  });

  test('after a check of another folder the way to check it again names the folder', async () => {
    cpSync(join(checkout.lesson, 'starter', 'src'), join(checkout.root, "ann's work", 'src'), { recursive: true });
    const { out } = await checkout.run(['check', '00', '--dir', "ann's work"]);
    expect(out).toContain(`then: pnpm lesson check 00 --dir "ann's work"\n`);
  });

  test('src as a file, or not there at all: what to do is said', async () => {
    rmSync(join(checkout.lesson, 'starter', 'src'), { recursive: true });
    for (const spoil of [() => {}, () => checkout.write('starter/src', 'mine')]) {
      spoil();
      const ended = await checkout.run(['check', '00']);
      expect(ended).toMatchObject({ code: 2, out: '' });
      expect(ended.err.replaceAll(/\s+/g, ' ')).toMatch(/there is no src\/ folder in .*"pnpm lesson reset 00"/);
    }
    expect((await checkout.run(['check', '00', '--dir', 'bootcamps'])).err).not.toContain('reset');
  });

  test("the learner's own tests and settings do not count", async () => {
    checkout.write('starter/tests/lab.test.ts', "import { test } from 'vitest';\ntest('mine', () => {});\n");
    checkout.write('starter/vitest.config.ts', 'throw new Error("mine");\n');
    expect((await checkout.run(['check', '00'])).out).toMatch(/· to write +longest/);
  });

  test('a type error is told with its place, and fails, though all tests pass', async () => {
    const { code, out } = await checkWith("export const count: number = 'three';");
    expect(code).toBe(1);
    expect(out).toMatch(/The compiler complains:\n {2}src\/words\.ts:24 TS2322: Type 'string'/);
    expect(out).toContain('homework: 1 of 1 green');
  });

  test('a file that does not load is told with its place: syntax, import, an error at once', async () => {
    const syntax = await checkWith('export const count: = 3;');
    expect(syntax.code).toBe(1);
    expect(syntax.out).toMatch(/src\/words\.ts:24 TS1110[^]*could not be loaded, so no test ran/);
    const missing = await checkWith("import { nothing } from './nothing.ts';\nnothing();");
    expect(missing.out.replaceAll(/\s+/g, ' ')).toMatch(
      /Cannot find module '\.\/nothing\.ts' imported from src\/words\.ts/,
    );
    const thrown = await checkWith("throw new Error('at once');");
    expect(thrown.code).toBe(1);
    expect(thrown.out).toContain('at once (src/words.ts:24)');
    expect(thrown.out).not.toMatch(/✓|✗|known mistake/);
  });

  test('an error outside the tests fails, though every test passes', async () => {
    const { code, out } = await checkWith("setTimeout(() => void Promise.reject(new Error('nobody waits')), 0);");
    expect(code).toBe(1);
    expect(out).toMatch(/outside of any test[^]*nobody waits \(src\/words\.ts:24\)/);
  });

  test('code that passes at the second run only is unstable, never forgiven', async () => {
    checkout.solve();
    checkout.edit(source, "let best = '';", "let best = process.env['LESSON_ATTEMPT'] === '1' ? 'unlucky-word' : '';");
    const { code, out } = await checkout.run(['check', '00']);
    expect(code).toBe(1);
    expect(out).toMatch(/~ unstable +longest\n +the longest word/);
    expect(out).toMatch(/Unstable: longest\. The same code was run twice with different results/);
    expect((await checkout.run(['progress', '00'])).out).toMatch(/longest +unstable/);
  });

  test('an endless loop is stopped, told as such, and exits 5', async () => {
    checkout.edit('lesson.json', '"runMs": 60000', '"runMs": 2000');
    checkout.solve();
    checkout.edit(source, "let best = '';", "let best = '';\n  while (words.length > 0) best += '';");
    const { code, out } = await checkout.run(['check', '00']);
    expect(code).toBe(5);
    expect(out).toMatch(/did not end within 2 s and was stopped/);
  });

  test.skipIf(process.platform === 'win32')('homework that was killed is not said to come later', async () => {
    const last = checkout.read(source).lastIndexOf('throw notYet();');
    const text = checkout.read(source);
    const kill = "process.kill(process.ppid, 'SIGKILL');\n  for (;;);";
    checkout.write(source, text.slice(0, last) + kill + text.slice(last + 'throw notYet();'.length));
    const { code, out } = await checkout.run(['check', '00', '--all']);
    expect(code).not.toBe(0);
    expect(out).toMatch(/homework: none of its tests came to an end/);
    expect(out).not.toMatch(/comes after the lab|Nothing is wrong yet/);
    expect(out).toMatch(/to write" stop at TODO/);
  });

  test('a process that is left behind is named, ended, and exits 5', async () => {
    const { code, out } = await checkWith(
      "import { spawn } from 'node:child_process';\nspawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)'], { stdio: 'ignore' }).unref();",
    );
    expect(code).toBe(5);
    expect(out).toMatch(/still alive after the tests[^]*setTimeout/);
  });

  test('messages of the code cannot move the cursor or hide a line', async () => {
    checkout.solve();
    checkout.edit(
      source,
      'let best =',
      "throw new TypeError(`\\u001b[31mred\\u001b[0m\\u0007\\u001b[2J${'x'.repeat(500)}`);\n  let best =",
    );
    const { out } = await checkout.run(['check', '00']);
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/);
    expect(out).toMatch(/TypeError:\s+red/);
  });

  test('without installed packages nothing can be told: exit 3', async () => {
    rmSync(join(checkout.lesson, 'solution', 'node_modules'));
    const ended = await checkout.run(['check', '00']);
    expect(ended).toMatchObject({ code: 3, out: '', err: expect.stringContaining('pnpm install') as unknown });
  });
});
