import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Checkout } from './support/checkout.ts';
import { rememberStandings } from './support/standings.ts';

let checkout: Checkout;
beforeEach(() => void (checkout = new Checkout()));
afterEach(() => checkout.remove());

// L-12: three rungs, one at a time.
describe('hint', () => {
  test('opens one more rung each time, and says how many are left', async () => {
    const outs: string[] = [];
    for (let count = 0; count < 4; count += 1) outs.push((await checkout.run(['hint', '00', 'longest'])).out);
    const [first = '', second = '', third = '', again = ''] = outs;
    expect(first).toMatch(/^longest {3}hint 1 of 3\n\nWhat is asked\?\n\n2 more hints are left/);
    expect(first).not.toContain('A loop');
    expect(second).toMatch(/hint 2 of 3\n\nLook at the words one by one\.\n\nOne more hint is left/);
    expect(third).toMatch(/hint 3 of 3\n\nA loop and one variable\.\n\nThat was the last hint/);
    expect(again).toMatch(/open already[^]*A loop and one variable/);
  });

  test('each test has a ladder of its own', async () => {
    await checkout.run(['hint', '00', 'longest']);
    expect((await checkout.run(['hint', '00', 'total'])).out).toContain('total   hint 1 of 3');
  });

  test('--rung shows one rung, --all shows all; both are remembered', async () => {
    expect((await checkout.run(['hint', '00', 'longest', '--rung', '2'])).out).toMatch(/hint 2 of 3[^]*One more/);
    expect((await checkout.run(['hint', '00', 'longest'])).out).toContain('hint 3 of 3');
    const all = await checkout.run(['hint', '00', 'initials', '--all']);
    expect(all.out).toMatch(/hint 1 of 3[^]*hint 2 of 3[^]*hint 3 of 3[^]*last hint/);
    expect((await checkout.run(['progress', '00'])).out).toMatch(/initials .*hints opened: 3/);
  });

  test('without a test it is about the first one that is not green', async () => {
    expect((await checkout.run(['hint', '00'])).out).toContain('the first one that is not green, longest');
    rememberStandings(checkout, { longest: 'green', initials: 'red' });
    expect((await checkout.run(['hint', '00'])).out).toContain('initials   hint 1 of 3');
    rememberStandings(checkout, { longest: 'green', initials: 'green', total: 'green' });
    const done = await checkout.run(['hint', '00']);
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('All tests were green') as unknown });
  });

  test('speaks Chinese, and falls back to the language that there is', async () => {
    const zh = ['hint', '00', 'longest', '--lang', 'zh-CN'];
    expect((await checkout.run(zh)).out).toMatch(/第 1 条提示，共 3 条\n\n要求是什么[^]*还剩 2 条提示/);
    rmSync(join(checkout.lesson, 'hints', 'zh-CN', 'longest.md'));
    expect((await checkout.run(zh)).out).toMatch(/另一种语言[^]*Look at the words/);
    rmSync(join(checkout.lesson, 'hints', 'en', 'longest.md'));
    expect(await checkout.run(zh)).toMatchObject({ code: 3, err: expect.stringContaining('没有提示') as unknown });
  });

  test('text is wrapped, lists are lists, and code stays as it is', async () => {
    const code = `const verylongline = [${'1, '.repeat(40)}];`;
    const text = `## 1\n\n${'Many words. '.repeat(20)}\nstill the same paragraph\n\n- one\n- two\n\n\`\`\`ts\n${code}\n\`\`\`\n`;
    checkout.write('hints/en/longest.md', text);
    const { out } = await checkout.run(['hint', '00', 'longest'], { wide: true });
    expect(out).toMatch(/words\. still the same paragraph\n/);
    expect(out).toContain('\n- one\n- two\n');
    expect(out).toContain(`\n  ${code}\n`);
    expect(out).not.toContain('```');
  });
});

describe('diff', () => {
  test('is refused politely before the lab is green, unless it is asked for twice', async () => {
    rememberStandings(checkout, { longest: 'green' });
    const refused = await checkout.run(['diff', '00']);
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/1 of 2 tests[^]*pnpm lesson check 00\n[^]*pnpm lesson diff 00 --spoil\n/);
    expect(refused.out).not.toContain('+++');
    const spoilt = await checkout.run(['diff', '00', '--spoil'], { wide: true });
    expect(spoilt.code).toBe(0);
    expect(spoilt.out).toMatch(/^--- a\/src\/words\.ts\n\+\+\+ b\/src\/words\.ts\n@@/);
  });

  test('shows the way from your code to the solution, for one file too', async () => {
    rememberStandings(checkout, { longest: 'green', initials: 'green' });
    checkout.solve();
    checkout.edit('starter/src/words.ts', "let best = '';", "let best = ''; // mine");
    checkout.write('starter/src/more.ts', 'export const more = 1;\n');
    const { out } = await checkout.run(['diff', '00', 'src/words.ts']);
    expect(out).toContain("-  let best = ''; // mine\n+  let best = '';");
    expect(out).not.toContain('more.ts');
    expect((await checkout.run(['diff', '00'])).out).toContain('--- a/src/more.ts\n+++ /dev/null');
  });

  test('says so when there is no difference', async () => {
    checkout.solve();
    expect(await checkout.run(['diff', '00', '--spoil'])).toMatchObject({ code: 0, out: 'There is no difference.\n' });
  });

  test('a green test that asks for something else now does not count', async () => {
    rememberStandings(checkout, { longest: 'green', initials: 'green' });
    for (const variant of ['starter', 'solution'])
      checkout.edit(`${variant}/tests/lab.test.ts`, "toBe('abc')", "toBe('a.b.c')");
    expect((await checkout.run(['diff', '00'])).out).toContain('1 of 2 tests');
  });
});

describe('reset', () => {
  test('puts the shipped starter back, keeps a copy, and says where', async () => {
    await checkout.run(['starter', 'write', '00']);
    const shipped = checkout.read('starter/src/words.ts');
    checkout.solve();
    checkout.write('starter/src/notes/mine.ts', '// mine\n');
    const now = new Date('2026-03-04T05:06:07Z');
    const ended = await checkout.run(['reset', '00'], { now, wide: true });
    const saved = join(checkout.work, '00-words', 'saved', '2026-03-04T05-06-07');
    expect(ended.code).toBe(0);
    expect(ended.out).toContain(saved);
    expect(checkout.read('starter/src/words.ts')).toBe(shipped);
    expect(existsSync(join(checkout.lesson, 'starter/src/notes/mine.ts'))).toBe(false);
    expect(readFileSync(join(saved, 'src/words.ts'), 'utf8')).toBe(checkout.read('solution/src/words.ts'));
    expect(readFileSync(join(saved, 'src/notes/mine.ts'), 'utf8')).toBe('// mine\n');

    expect((await checkout.run(['reset', '00'])).out).toContain('Nothing to do');
    checkout.solve();
    await checkout.run(['reset', '00'], { now, wide: true });
    expect(readdirSync(join(checkout.work, '00-words', 'saved'))).toHaveLength(2);
  });

  test('needs nothing of the starter that a learner can have changed', async () => {
    await checkout.run(['starter', 'write', '00']);
    const shipped = checkout.read('starter/src/words.ts');
    rmSync(join(checkout.lesson, 'starter/src'), { recursive: true });
    expect((await checkout.run(['reset', '00'], { wide: true })).code).toBe(0);
    expect(checkout.read('starter/src/words.ts')).toBe(shipped);
  });

  test("work behind a link is copied, not overwritten; the starter's own folder takes the link's place", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
    checkout.solve();
    cpSync(join(checkout.lesson, 'starter/src'), elsewhere, { recursive: true });
    rmSync(join(checkout.lesson, 'starter/src'), { recursive: true });
    symlinkSync(elsewhere, join(checkout.lesson, 'starter/src'), 'junction');
    const work = readFileSync(join(elsewhere, 'words.ts'), 'utf8');
    expect((await checkout.run(['reset', '00'], { wide: true })).code).toBe(0);
    expect(readFileSync(join(elsewhere, 'words.ts'), 'utf8')).toBe(work);
    const [saved = ''] = readdirSync(join(checkout.work, '00-words', 'saved'));
    rmSync(elsewhere, { recursive: true });
    expect(readFileSync(join(checkout.work, '00-words', 'saved', saved, 'src/words.ts'), 'utf8')).toBe(work);
    expect(checkout.read('starter/src/words.ts')).toContain('TODO(TODO_WORDS)');
  });

  test('a folder in the place of a file does not stop a reset', async () => {
    rmSync(join(checkout.lesson, 'starter/src/words.ts'));
    mkdirSync(join(checkout.lesson, 'starter/src/words.ts'));
    expect((await checkout.run(['reset', '00'], { wide: true })).code).toBe(0);
    expect(checkout.read('starter/src/words.ts')).toContain('TODO(TODO_WORDS)');
  });

  test('a file in the place of src/ is kept, and the folder comes back', async () => {
    rmSync(join(checkout.lesson, 'starter/src'), { recursive: true });
    checkout.write('starter/src', 'mine');
    expect((await checkout.run(['reset', '00'], { wide: true })).code).toBe(0);
    const [saved = ''] = readdirSync(join(checkout.work, '00-words', 'saved'));
    expect(readFileSync(join(checkout.work, '00-words', 'saved', saved, 'src'), 'utf8')).toBe('mine');
    expect(checkout.read('starter/src/words.ts')).toContain('TODO(TODO_WORDS)');
  });

  test('folders that link to each other are copied once', async () => {
    checkout.solve();
    for (const name of ['a', 'b', 'c'])
      checkout.write(`starter/src/${name}/${name}.ts`, `export const x = '${name}';\n`);
    for (const name of ['a', 'b', 'c'])
      for (const other of ['a', 'b', 'c'])
        symlinkSync(
          join(checkout.lesson, 'starter/src', other),
          join(checkout.lesson, 'starter/src', name, `to-${other}`),
        );
    expect((await checkout.run(['reset', '00'], { wide: true })).code).toBe(0);
    const [saved = ''] = readdirSync(join(checkout.work, '00-words', 'saved'));
    const copy = readdirSync(join(checkout.work, '00-words', 'saved', saved, 'src'), { recursive: true });
    expect(copy.map(String).toSorted()).toEqual(['a', 'a/a.ts', 'b', 'b/b.ts', 'c', 'c/c.ts', 'words.ts']);
  });

  test('what was green before stays as history, and the next thing is to check', async () => {
    const [checked, reset] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')];
    rememberStandings(checkout, { longest: 'green', initials: 'red' }, checked);
    checkout.solve();
    const ended = await checkout.run(['reset', '00'], { wide: true, now: reset });
    expect(ended.out).toMatch(/^1 file of starter\/src is as shipped again\.\n/);
    expect(ended.out.replaceAll(/\s+/g, ' ')).toMatch(/results of your last check stay .*pnpm lesson check 00/);
    const { out } = await checkout.run(['list']);
    expect(out).toMatch(/lab: 1 of 2 green\n[^]*reset since[^]*next: pnpm lesson check 00\n/);
    expect((await checkout.run(['progress', '00'])).out).toMatch(/last check[^]*reset since/);
    await checkout.run(['check', '00']);
    expect((await checkout.run(['list'])).out).toMatch(/lab: 0 of 2 green\n[^]*next: pnpm lesson hint 00 longest\n/);
  });

  test('changes nothing when it does not know the shipped starter: exit 3', async () => {
    checkout.solve();
    rmSync(join(checkout.lesson, 'starter.patch'));
    expect(await checkout.run(['reset', '00'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('no starter.patch') as unknown,
    });
    checkout.write('starter.patch', '--- a/src/words.ts\n+++ b/src/words.ts\n@@ -1,1 +1,1 @@\n-nothing like it\n+x\n');
    expect(await checkout.run(['reset', '00', '--lang', 'zh-CN'])).toMatchObject({ code: 3, out: '' });
    expect(checkout.read('starter/src/words.ts')).toBe(checkout.read('solution/src/words.ts'));
    expect(existsSync(join(checkout.work, '00-words', 'saved'))).toBe(false);
  });
});

describe('list and progress', () => {
  test('at first they say how to begin', async () => {
    expect((await checkout.run(['list'])).out).toBe(
      '· 00-words   Words\n  not checked yet\n  next: pnpm lesson test 00   (see what fails)\n',
    );
    expect((await checkout.run(['progress'])).out).toMatch(/00-words[^]*No check so far[^]*pnpm lesson check 00/);
    expect((await checkout.run(['list', '--lang', 'zh-CN'])).out).toContain('还没检查过');
  });

  test('list counts green tests and says what is next', async () => {
    rememberStandings(checkout, { longest: 'green', initials: 'red' });
    expect((await checkout.run(['list'])).out).toMatch(
      /lab: 1 of 2 green\n {2}homework: 0 of 1 green\n {2}next: pnpm lesson hint 00 initials\n/,
    );
    rememberStandings(checkout, { longest: 'green', initials: 'green' });
    expect((await checkout.run(['list'])).out).toContain('next: pnpm lesson check 00   (the homework is next)');
    rememberStandings(checkout, { longest: 'green', initials: 'green', total: 'green' });
    expect((await checkout.run(['list'])).out).toContain('\n  done: everything is green\n');
  });

  test('progress survives a new version, and names the tests whose meaning changed', async () => {
    rememberStandings(checkout, { longest: 'green', initials: 'green', 'gone-test': 'green' });
    checkout.edit('lesson.json', '"contentVersion": "1.0.0"', '"contentVersion": "2.0.0"');
    for (const variant of ['starter', 'solution'])
      checkout.edit(`${variant}/tests/lab.test.ts`, "toBe('abc')", "toBe('a.b.c')");
    const { out } = await checkout.run(['progress', '00']);
    expect(out).toContain('The lesson went from 1.0.0 to 2.0.0');
    expect(out).toMatch(/longest +green\n/);
    expect(out).toMatch(/initials +green +asks for something else now, check again\n/);
    expect(out).toMatch(/total +new or not checked yet\n/);
    expect(out).toContain('no longer part of the lesson: gone-test');
    expect((await checkout.run(['list'])).out).toContain('lab: 1 of 2 green');
  });

  test('progress moves to another machine; the later word about a test counts', async () => {
    rememberStandings(checkout, { longest: 'green', initials: 'red' }, new Date('2026-01-01T00:00:00Z'));
    await checkout.run(['hint', '00', 'initials', '--rung', '2']);
    expect((await checkout.run(['progress', '--export', 'there.json'])).out).toContain('there.json');
    const there = new Checkout();
    try {
      writeFileSync(join(there.root, 'here.json'), readFileSync(join(checkout.root, 'there.json')));
      rememberStandings(there, { longest: 'red', initials: 'green' }, new Date('2026-01-02T00:00:00Z'));
      await there.run(['hint', '00', 'initials']);
      expect((await there.run(['progress', '--import', 'here.json'])).code).toBe(0);
      const { out } = await there.run(['progress']);
      expect(out).toMatch(/longest +red\n/);
      expect(out).toMatch(/initials +green +hints opened: 2\n/);
    } finally {
      there.remove();
    }
  });

  test('a file that is no progress is refused', async () => {
    writeFileSync(join(checkout.root, 'bad.json'), '{"formatVersion":0}');
    expect(await checkout.run(['progress', '--import', 'bad.json'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('not a progress file') as unknown,
    });
  });
});
