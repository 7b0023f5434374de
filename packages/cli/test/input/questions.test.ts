import { describe, expect, test } from 'vitest';
import { inputPrompt } from '../../src/input/ask-input.ts';
import { Questions } from '../../src/input/questions.ts';
import { createProgress } from '../../src/output/progress.ts';
import { memoryHost, type MemoryHost } from '../support/memory-host.ts';

/** A terminal that remembers whether it was told not to echo. */
function terminal(stdin: string): MemoryHost & { readonly raw: boolean[] } {
  const host = memoryHost({ isTerminal: true, stdin });
  const raw: boolean[] = [];
  return { ...host, raw, stdin: Object.assign(host.stdin, { setRawMode: (isRaw: boolean) => raw.push(isRaw) }) };
}

describe('questions', () => {
  test('are asked one after the other, also when several ask at once', async () => {
    const host = terminal('one\ntwo\n');
    const questions = new Questions(host);
    await expect(Promise.all([questions.ask('a? '), questions.ask('b? '), questions.ask('c? ')])).resolves.toEqual([
      'one',
      'two',
      undefined,
    ]);
    expect(host.err()).toBe('a? b? c? ');
  });

  test('a hidden answer is typed without echo, and can be corrected', async () => {
    const host = terminal('wrong\u0015secrt\u007fet\r');
    await expect(new Questions(host).ask('key? ', { isHidden: true })).resolves.toBe('secret');
    expect(host.raw).toEqual([true, false]);
    expect(host.err()).toBe('key? \n');
  });

  test('Ctrl-C at a hidden question is an interruption, and the terminal is given back', async () => {
    const host = terminal('sec\u0003');
    await expect(new Questions(host).ask('key? ', { isHidden: true })).rejects.toMatchObject({
      code: 'CLI_INTERRUPTED',
    });
    expect(host.raw).toEqual([true, false]);
  });

  test('Ctrl-D at a hidden question is no answer', async () => {
    await expect(new Questions(terminal('\u0004')).ask('key? ', { isHidden: true })).resolves.toBeUndefined();
  });

  test('a line without an end does not grow without bound', async () => {
    const host = terminal(`${'x'.repeat(100_000)}\n`);
    const answer = await new Questions(host).ask('a? ');
    expect(answer?.length).toBeLessThanOrEqual(4_096);
  });
});

describe('what a configuration wants to know', () => {
  const input = { serverName: 'files', id: 'region', isPassword: false };
  const asked = (host: MemoryHost, more: object = {}): Promise<string | undefined> =>
    inputPrompt(new Questions(host), createProgress(host.stderr))({ ...input, ...more });

  test('is asked with its description, its choices and its default', async () => {
    const host = terminal('\n');
    await expect(asked(host, { description: 'Which one?', options: ['eu', 'us'], default: 'eu' })).resolves.toBe('eu');
    expect(host.err()).toBe('files: Which one? (eu, us) [eu]: ');
  });

  test('is asked again when the answer is no choice, and not for ever', async () => {
    await expect(asked(terminal('xx\nus\n'), { options: ['eu', 'us'] })).resolves.toBe('us');
    await expect(asked(terminal('a\nb\nc\nus\n'), { options: ['eu', 'us'] })).resolves.toBeUndefined();
  });

  test('a password is not echoed, and its default is not shown', async () => {
    const host = terminal('hunter2\r');
    await expect(asked(host, { isPassword: true, default: 'old' })).resolves.toBe('hunter2');
    expect(host.raw).toEqual([true, false]);
    expect(host.err()).toBe('files: region: \n');
  });

  test('without a terminal nobody is asked', async () => {
    const host = memoryHost({ stdin: 'eu\n' });
    await expect(asked(host)).resolves.toBeUndefined();
    expect(host.err()).toBe('');
  });

  test('what a pasted block says of its question is shown, not obeyed', async () => {
    const host = terminal('x\n');
    await asked(host, { description: 'safe?\u001b[2J\u001b[H' });
    expect(host.err()).toContain('safe?\\u001b[2J\\u001b[H');
  });
});
