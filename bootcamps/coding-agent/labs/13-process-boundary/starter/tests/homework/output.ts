import { someText } from '@coding-agent/fixture-servers/lab';
import { isAlive } from '@coding-agent/fixture-servers/testing';
import { describe, expect, test } from 'vitest';
import { openLab } from '../support/lab.ts';

// What comes through the pipes.

describe('the output', () => {
  test('a chunk may end inside a character', { meta: { id: 'split-characters' } }, async (context) => {
    const lab = await openLab(context);
    const text = `工🧰é${someText()}`;
    const { stdout } = await lab.runMode('drops', [Buffer.from(text).toString('hex')]).value();
    expect(stdout.text, 'characters that came in several chunks').toBe(text);
    await lab.proveNothingLeft();
  });

  test('two streams, and neither waits for the other', { meta: { id: 'both-streams' } }, async (context) => {
    const lab = await openLab(context);
    const { stdout, stderr, exitCode } = await lab.runMode('flood', ['200', '300']).value();
    expect(exitCode, 'exitCode of a process that floods both streams').toBe(0);
    expect([stdout.totalBytes, stderr.totalBytes], 'bytes on stdout and on stderr').toEqual([600_000, 900_000]);
    expect([stdout.truncated, stderr.truncated], 'the marks of stdout and stderr').toEqual([true, true]);
    await lab.proveNothingLeft();
  });

  test('an output need not be text', { meta: { id: 'not-text' } }, async (context) => {
    const lab = await openLab(context);
    const { stdout } = await lab.runMode('bytes', ['efbbbf00ff80616263']).value();
    expect(stdout.text, 'what can be decoded stays: a byte order mark, a NUL, letters').toMatch(/^\ufeff\0.*abc$/u);
    expect(stdout.text, 'what cannot be decoded is replaced').toContain('\ufffd');
    expect(stdout.totalBytes, 'bytes of an output that is no text').toBe(9);
    await lab.proveNothingLeft();
  });

  test('many runs at once do not know each other', { meta: { id: 'many-at-once' } }, async (context) => {
    const lab = await openLab(context);
    const callers = [new AbortController(), new AbortController()] as const;
    const first = lab.runMode('asleep', [], { signal: callers[0].signal });
    const second = lab.runMode('tidy', ['0'], { signal: callers[1].signal });
    const texts = Array.from({ length: 6 }, () => someText());
    const runs = texts.map((text) => lab.runMode('arguments', [text]));
    for (const [index, run] of runs.entries()) {
      expect((await run.value()).stdout.text, 'the output of one of six runs').toBe(JSON.stringify([texts[index]]));
    }
    await lab.noted('asleep', first);
    await lab.noted('ready', second);
    callers[0].abort();
    expect((await first.value()).ending, 'ending of the run that was aborted').toBe('aborted');
    expect(lab.journal.pids().filter(isAlive).length, 'processes left when one of two was aborted').toBe(1);
    callers[1].abort();
    expect((await second.value()).ending, 'ending of the other run').toBe('aborted');
    await lab.proveNothingLeft(...callers.map(({ signal }) => signal));
  });
});
