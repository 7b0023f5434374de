import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Checkout } from '../support/checkout.ts';
import { ownTempFolder } from './support/own-temp-folder.ts';
import { addTrace, changeClient, matchInOrder } from './support/traced-lesson.ts';

const temp = ownTempFolder();
let checkout: Checkout;
beforeEach(() => void (checkout = new Checkout()));
afterEach(() => {
  checkout.remove();
  expect(
    readdirSync(temp.folder()).filter((name) => name.startsWith('lesson-')),
    'folders left',
  ).toEqual([]);
});

const page = (): string => readFileSync(join(checkout.work, '00-words-trace.html'), 'utf8');

/** Text without its line breaks. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

describe('a wrong command line ends with 2', () => {
  test('a lesson that has nothing to draw says so, and which ones have', async () => {
    const nothing = await checkout.run(['trace', '00']);
    expect(nothing).toEqual({ code: 2, out: '', err: '00-words has nothing to draw. There is something in: none\n' });
    checkout.addLesson('01-more', []);
    addTrace(checkout);
    expect((await checkout.run(['trace', '01'])).err).toContain('There is something in: 00-words\n');
    expect((await checkout.run(['trace', '01', '--lang', 'zh-CN'])).err).toBe(
      '01-more 没有可画的内容。有的是：00-words\n',
    );
  });

  test.for([
    [['--open', 'always'], /^--open takes auto or never, not "always"\nusage/],
    [['--out', ''], /^no file was named\nusage/],
    [['more'], /"more" is one word too many/],
  ] as const)('%j', async ([words, reason]) => {
    addTrace(checkout);
    const ended = await checkout.run(['trace', '00', ...words]);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toMatch(reason);
  });

  test('there is no code of the learner', async () => {
    addTrace(checkout);
    rmSync(join(checkout.lesson, 'starter', 'src'), { recursive: true });
    const ended = await checkout.run(['trace', '00', '--mine']);
    expect(ended.code).toBe(2);
    expect(inOneLine(ended.err)).toMatch(/no src\/ folder in .*pnpm lesson reset 00/);
  });

  test('the page cannot be written there', async () => {
    addTrace(checkout);
    mkdirSync(join(checkout.root, 'taken'));
    const ended = await checkout.run(['trace', '00', '--out', 'taken']);
    expect(ended.code).toBe(2);
    expect(inOneLine(ended.err)).toMatch(/taken cannot be written: EISDIR.*Name another file/);
  });
});

test('the unsafe client and the solution are drawn beside each other, before the learner has written anything', async () => {
  addTrace(checkout);
  const { code, out } = await checkout.run(['trace', '00', '--open', 'never']);
  expect(code).toBe(0);
  expect(out).toContain(
    [
      'Swapped',
      'A ─── #2 ────→                          A ─── #2 ────→',
      'B ─── #3 ────→                          B ─── #3 ────→',
      'A ←── #3 ─────  ✗ the answer of B       B ←── #3 ─────  ✓ its own answer',
      'B ←── #2 ─────  ✗ the answer of A       A ←── #2 ─────  ✓ its own answer',
      '',
    ].join('\n'),
  );
  expect(out).toContain('.lesson/00-words-trace.html\n');
  expect(page()).toContain('fifo');
  expect(page()).toContain('answeredWith');
});

test('on a narrow terminal they stand below each other', async () => {
  addTrace(checkout);
  const { out } = await checkout.run(['trace', '00'], { columns: 60 });
  expect(out).toMatch(/unsafe client[^]*✗ the answer of B\n[^]*the solution\n[^]*✓ its own answer\n/);
});

test('the page goes where it is told to, and speaks the language of the command', async () => {
  addTrace(checkout);
  const { code, out } = await checkout.run(['trace', '00', '--out', 'seen/page.html', '--lang', 'zh-CN']);
  expect(code).toBe(0);
  expect(out).toContain('seen/page.html\n');
  expect(readFileSync(join(checkout.root, 'seen', 'page.html'), 'utf8')).toContain('A 拿到的是 B 的回答');
  expect(existsSync(join(checkout.work, '00-words-trace.html'))).toBe(false);
});

describe('the client of the learner', () => {
  beforeEach(() => addTrace(checkout));

  test('that does what the solution does: exit 0', async () => {
    const { code, out } = await checkout.run(['trace', '00', '--mine']);
    expect(code).toBe(0);
    expect(out).toMatch(/your client\n\nSwapped\nA ─── #2[^]*Your client does what the solution does\.\n$/);
    expect(page()).toContain('your client');
  });

  test('that gives the wrong answers: exit 1', async () => {
    matchInOrder(checkout);
    const { code, out } = await checkout.run(['trace', '00', '--mine']);
    expect(code).toBe(1);
    expect(inOneLine(out)).toContain(
      'your client: of 2 callers, 2 were given the answer of another, 0 waited in vain.',
    );
    expect(out).toContain('Your client does not do what the solution does yet.');
  });

  test('that is not written yet says so, in every line of the gap', async () => {
    changeClient(checkout, 'await this.request', `throw new Error('写这里\\nWrite here\\n  at x'); await this.request`);
    const { code, out } = await checkout.run(['trace', '00', '--mine']);
    expect(code).toBe(1);
    expect(out).toContain('your client stopped: Error: 写这里 · Write here · at x\n');
    expect(out, 'nobody asked it anything').not.toContain('your client\n\nSwapped');
    expect(out).toContain('Your client does not do what the solution does yet.');
  });

  test('that cannot be read as TypeScript: where, in the lesson and not in the copy that was played', async () => {
    changeClient(checkout, 'await this.request', 'const = ; await this.request');
    const { code, out } = await checkout.run(['trace', '00', '--mine']);
    expect(code).toBe(1);
    expect(inOneLine(out)).toMatch(/your client stopped: [^/]*src\/client\.ts:\d+:\d+: ERROR/);
    expect(page()).toMatch(/[^/]src\/client\.ts:\d+:\d+: ERROR/);
    expect(page()).not.toMatch(/solution\/src\/client\.ts:/);
  });

  test('that ends its process', async () => {
    changeClient(checkout, 'await this.request', 'process.exit(0); await this.request');
    const { code, out } = await checkout.run(['trace', '00', '--mine']);
    expect(code).toBe(1);
    expect(inOneLine(out)).toContain('your client did not come to the end: its process ended.');
  });

  test('that leaves a process: exit 5, and what it was', async () => {
    const leave = `spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { detached: true, stdio: 'ignore' }).unref();`;
    changeClient(checkout, 'await this.request', `${leave} await this.request`);
    const { code, out } = await checkout.run(['trace', '00', '--mine']);
    expect(code).toBe(5);
    expect(out).toMatch(/still alive at the end[^]*setTimeout/);
  });

  test('that prints is heard: what it said stands below the pictures, as its own', async () => {
    changeClient(checkout, 'await this.request', "console.log('here I am'); await this.request");
    const { code, out } = await checkout.run(['trace', '00', '--mine']);
    expect(code).toBe(0);
    expect(out).toContain('your client printed:\n  │ here I am\n');
  });

  test.for([
    ['en', /still waiting for: [^.]*your client\. What has not come to its end after 60 s/],
    ['zh-CN', /还在等：[^。]*你的客户端。 ?总共满 60 秒/],
  ] as const)('that loops for ever is waited for aloud, in %s', async ([language, words]) => {
    changeClient(checkout, 'await this.request', 'for (;;); await this.request');
    const interrupted = new AbortController();
    let said = '';
    const { code, err } = await checkout.run(['trace', '00', '--mine', '--lang', language], {
      signal: interrupted.signal,
      onErr: (text) => {
        said += text;
        if (words.test(inOneLine(said))) interrupted.abort('SIGINT');
      },
    });
    expect(code).toBe(130);
    expect(inOneLine(err)).toMatch(words);
  });

  test('that loops for ever is ended by Ctrl-C: exit 130, nothing left', async () => {
    changeClient(checkout, 'await this.request', 'for (;;); await this.request');
    const interrupted = new AbortController();
    const running = checkout.run(['trace', '00', '--mine'], { signal: interrupted.signal });
    interrupted.abort('SIGINT');
    const { code, out, err } = await running;
    expect([code, out]).toEqual([130, '']);
    expect(err).toContain('interrupted: nothing is left running');
  });

  test('cannot change the play', async () => {
    checkout.write('starter/tests/trace.ts', 'export const play = async () => {};');
    expect((await checkout.run(['trace', '00', '--mine'])).code).toBe(0);
  });
});

describe('what the course ships', () => {
  beforeEach(() => addTrace(checkout));

  test('a solution that fails: nothing can be told, exit 3', async () => {
    checkout.edit('solution/src/client.ts', 'await this.request', `throw new Error('broken'); await this.request`);
    checkout.write('wrong/fifo.patch', readFileSync(join(checkout.lesson, 'wrong', 'fifo.patch'), 'utf8'));
    const ended = await checkout.run(['trace', '00']);
    expect(ended).toMatchObject({ code: 3, out: '' });
    expect(ended.err).toContain('stopped: Error: broken');
  });

  test('a patch that no longer applies: exit 1, and which', async () => {
    checkout.edit(
      'solution/src/client.ts',
      'const waiting = this.#waiting.get(id);',
      'const waiting = this.#find(id);',
    );
    const ended = await checkout.run(['trace', '00']);
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.err).toContain('wrong/fifo.patch: does not apply');
  });
});
