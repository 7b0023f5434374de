import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Checkout } from './support/checkout.ts';

let checkout: Checkout;
beforeEach(() => void (checkout = new Checkout()));
afterEach(() => checkout.remove());

describe('wrong', () => {
  const tree = (): string => join(checkout.work, '00-words', 'wrong', 'shortest', 'src', 'words.ts');
  const patch = 'wrong/shortest.patch';

  test('edit opens the mistake, write makes the same patch of it again', async () => {
    const before = checkout.read(patch);
    const edit = await checkout.run(['wrong', 'edit', '00', 'shortest']);
    expect(edit.code).toBe(0);
    expect(edit.out).toContain('pnpm lesson check 00 --dir .lesson/00-words/wrong/shortest\n');
    expect(readFileSync(tree(), 'utf8')).toContain('word.length < best.length');
    expect(await checkout.run(['wrong', 'edit', '00', 'shortest'])).toMatchObject({ code: 1 });
    const write = await checkout.run(['wrong', 'write', '00', 'shortest']);
    expect(write).toMatchObject({ code: 0, out: expect.stringContaining('(2 changed lines)') as unknown });
    expect(checkout.read(patch).replaceAll('\r', '')).toBe(before);
    expect(existsSync(tree())).toBe(false);
  });

  test('a patch that the solution has outgrown is fitted in, and said to be', async () => {
    checkout.edit('solution/src/words.ts', "  let best = '';", "  let best = ''; // the best so far");
    const edit = await checkout.run(['wrong', 'edit', '00', 'shortest']);
    expect(edit.out).toContain('The solution has changed since the patch was made');
    await checkout.run(['wrong', 'write', '00', 'shortest']);
    expect(checkout.read(patch)).toContain(" let best = ''; // the best so far");
    checkout.write(patch, '--- a/src/words.ts\n+++ b/src/words.ts\n@@ -1,1 +1,1 @@\n-nothing like it\n+x\n');
    expect(await checkout.run(['wrong', 'edit', '00', 'shortest'])).toMatchObject({ code: 1, out: '' });
  });

  test('a new one begins as the solution; without a mistake there is nothing to write', async () => {
    expect(await checkout.run(['wrong', 'write', '00', 'new-one'])).toMatchObject({ code: 1 });
    expect((await checkout.run(['wrong', 'edit', '00', 'new-one'])).out).toContain('There is no patch yet');
    expect(await checkout.run(['wrong', 'write', '00', 'new-one'])).toMatchObject({ code: 1 });
    checkout.write('../../../../.lesson/00-words/wrong/new-one/src/words.ts', 'export {};\n');
    const { out } = await checkout.run(['wrong', 'write', '00', 'new-one']);
    expect(out).toContain('lesson.json > wrong does not name "new-one" yet');
    expect(existsSync(join(checkout.lesson, 'wrong/new-one.patch'))).toBe(true);
  });
});

test('starter check tells when starter.patch does not make the starter', async () => {
  const check = ['starter', 'check', '00'];
  rmSync(join(checkout.lesson, 'starter.patch'));
  expect(await checkout.run(check)).toMatchObject({
    code: 1,
    out: expect.stringContaining('no starter.patch') as unknown,
  });
  await checkout.run(['starter', 'write', '00']);
  expect((await checkout.run(check)).code).toBe(0);
  checkout.edit('starter/src/words.ts', 'add up', 'sum up');
  checkout.write('starter/src/more.ts', 'export {};\n');
  expect(await checkout.run(check)).toMatchObject({
    code: 1,
    out: 'starter.patch does not make the starter: src/more.ts, src/words.ts\n',
  });
});

test('starter write copies tests and settings from the solution, and keeps what it replaces', async () => {
  const mine = `${checkout.read('starter/tests/lab.test.ts')}// edited in the wrong place\n`;
  checkout.write('starter/tests/lab.test.ts', mine);
  checkout.write('starter/tests/only-here.ts', 'export {};\n');
  checkout.write('solution/tests/support/more.ts', 'export {};\n');
  checkout.edit('solution/package.json', '"type": "module"', '"type":  "module"');
  const name = /"name": "[^"]*"/.exec(checkout.read('starter/package.json'))?.[0] ?? '';
  const now = new Date('2026-03-04T05:06:07Z');
  const { code, out } = await checkout.run(['starter', 'write', '00'], { now, wide: true });
  expect(code).toBe(0);
  expect(out).toContain(
    'Copied from the solution: package.json, tests/lab.test.ts, tests/only-here.ts,\ntests/support/more.ts.\n',
  );
  expect(checkout.read('starter/tests/lab.test.ts')).toBe(checkout.read('solution/tests/lab.test.ts'));
  expect(checkout.read('starter/tests/support/more.ts')).toBe('export {};\n');
  expect(existsSync(join(checkout.lesson, 'starter/tests/only-here.ts'))).toBe(false);
  expect(checkout.read('starter/package.json')).toContain('"type":  "module"');
  expect(checkout.read('starter/package.json'), 'the package keeps its own name').toContain(name);
  const kept = join(checkout.work, '00-words', 'replaced', '2026-03-04T05-06-07');
  expect(readFileSync(join(kept, 'tests/lab.test.ts'), 'utf8')).toBe(mine);
  expect(readdirSync(join(kept, 'tests')).toSorted()).toEqual(['lab.test.ts', 'only-here.ts']);
  expect((await checkout.run(['starter', 'write', '00'])).out).toBe(
    'Written: bootcamps/words/labs/00-words/starter.patch.\n',
  );
});

test('starter write begins a source that the starter lacks as the solution has it, and names one too many', async () => {
  const solved = checkout.read('starter/src/words.ts');
  checkout.write('solution/src/late.ts', 'export const late = 1;\n');
  checkout.write('starter/src/early.ts', 'export const early = 1;\n');
  const { code, out } = await checkout.run(['starter', 'write', '00'], { wide: true });
  expect(code).toBe(0);
  expect(out).toContain('Copied from the solution: src/late.ts.\n');
  expect(out).toContain('Only the starter has src/early.ts.');
  expect(checkout.read('starter/src/late.ts')).toBe('export const late = 1;\n');
  expect(checkout.read('starter/src/early.ts'), 'what somebody wrote is not taken away').toContain('early');
  expect(checkout.read('starter/src/words.ts'), 'a source that both have is left as it is').toBe(solved);
  expect(checkout.read('starter.patch')).not.toContain('late');
});

describe('step', () => {
  const tree = (id: string): string => join(checkout.work, '00-words', 'step', id, 'src', 'words.ts');

  test('edit opens the code after a step, write makes the same patch of it again and names the next step', async () => {
    for (const id of ['01-longest', '02-initials']) {
      const before = checkout.read(`steps/${id}.patch`);
      const edit = await checkout.run(['step', 'edit', '00', id]);
      expect(edit).toMatchObject({ code: 0, err: '' });
      expect(edit.out).toContain(`pnpm lesson check 00 --dir .lesson/00-words/step/${id}\n`);
      const write = await checkout.run(['step', 'write', '00', id]);
      expect(write.code).toBe(0);
      expect(write.out.includes('pnpm lesson step edit 00 02-initials')).toBe(id === '01-longest');
      expect(checkout.read(`steps/${id}.patch`)).toBe(before);
      expect(existsSync(tree(id))).toBe(false);
    }
  });

  test('a step stands on the starter and the steps before it; a new one comes after the last', async () => {
    await checkout.run(['step', 'edit', '00', '02-initials']);
    expect(readFileSync(tree('02-initials'), 'utf8')).not.toMatch(/keep the best one|one letter of each/);
    const fresh = await checkout.run(['step', 'edit', '00', '03-total']);
    expect(fresh.out).toContain('There is no patch yet: this is where the step before ends');
    checkout.write('../../../../.lesson/00-words/step/03-total/src/words.ts', 'export {};\n');
    expect((await checkout.run(['step', 'write', '00', '03-total'])).out).toContain(
      'lesson.json > steps does not name "03-total" yet',
    );
  });

  test('a step that stands on one that no longer applies is refused, with what to repair first', async () => {
    checkout.edit('starter/src/words.ts', 'keep the best one so far', 'keep the longest');
    checkout.edit('starter/src/words.ts', 'export function longest', 'export function theLongest');
    const ended = await checkout.run(['step', 'edit', '00', '02-initials']);
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.err.replaceAll(/\s+/g, ' ')).toMatch(/01-longest\.patch.*pnpm lesson step edit 00 01-longest/);
  });

  test('a starter that has changed beside the step still takes it, and that is said', async () => {
    checkout.edit('starter/src/words.ts', "word !== ''", 'word.length > 0');
    const edit = await checkout.run(['step', 'edit', '00', '01-longest']);
    expect(edit).toMatchObject({ code: 0, err: '' });
    expect(edit.out).toContain('What lies before this step has changed');
    expect(readFileSync(tree('01-longest'), 'utf8')).toMatch(/word\.length > 0[^]*b\.length - a\.length/);
  });

  test('what was not changed is not written', async () => {
    await checkout.run(['step', 'edit', '00', 'idle']);
    expect(await checkout.run(['step', 'write', '00', 'idle'])).toMatchObject({ code: 1, out: '' });
    expect(existsSync(join(checkout.lesson, 'steps/idle.patch'))).toBe(false);
  });
});
