import { someInteger, someText } from '@coding-agent/fixture-servers/lab';
import { abortListeners } from '@coding-agent/fixture-servers/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ProcessErrorCode } from '../src/errors.ts';
import type { RunOptions } from '../src/options.ts';
import { openLab } from './support/lab.ts';
import { deafSleeper, program, sleeper } from './support/programs.ts';

// P-02: the seven pieces of evidence, in the order in which they turn green. Each ends with the proof that nothing is left.

test('arguments: each arrives as it was given', { meta: { id: 'arguments' } }, async (context) => {
  const lab = await openLab(context);
  const words = ['two  words', ' ', '', '"double"', "it's", '`echo injected`', '$(echo injected)', '$HOME', '%PATH%'];
  const more = [
    '; echo injected',
    'a && b | c',
    '*',
    '~',
    '-n',
    '--',
    'line\nbreak',
    '\t',
    '\\',
    'C:\\a\\',
    'é 工具 🧰',
  ];
  const args = [...words, ...more, someText()];
  const { stdout } = await lab.runMode('arguments', args).value();
  expect(stdout.text, 'the arguments as the process got them').toBe(JSON.stringify(args));

  const { stdout: none } = await lab.runMode('arguments').value();
  expect(none.text, 'no arguments at all').toBe('[]');
  await lab.proveNothingLeft();
});

test('exit: code and signal are told', { meta: { id: 'exit' } }, async (context) => {
  const lab = await openLab(context);
  for (const exitCode of [0, someInteger(1, 120)]) {
    const result = await lab.runMode('exit', [String(exitCode)]).value();
    expect(result.exitCode, 'exitCode of a process that ended by itself').toBe(exitCode);
    expect(result.signal, 'signal of a process that ended by itself').toBeNull();
    expect(result.ending, 'ending of a process that ended by itself').toBe('exited');
    expect([result.stdout.text, result.stderr.text], 'stdout and stderr, each its own').toEqual(['out', 'err']);
  }

  for (const name of ['SIGKILL', 'SIGTERM']) {
    const killed = await lab.runMode('signal', [name]).value();
    expect(killed.signal, 'signal of a process that a signal ended').toBe(name);
    expect(killed.exitCode, 'exitCode of a process that a signal ended: it has none').toBeNull();
    expect(killed.ending, 'ending of a process that neither our timer nor the caller has stopped').toBe('exited');
  }
  await lab.proveNothingLeft();
});

test('environment: a list of names, not a copy', { meta: { id: 'environment' } }, async (context) => {
  const lab = await openLab(context);
  const planted = ['LAB_SECRET', 'HOME', 'HTTPS_PROXY', 'NODE_NO_WARNINGS'];
  for (const name of planted) vi.stubEnv(name, someText('secret'));
  vi.stubEnv('LANG', 'C');
  context.onTestFinished(() => void vi.unstubAllEnvs());
  const named = { LAB_NAMED: someText('named'), LANG: 'C.UTF-8', LAB_EMPTY: '' };

  const { stdout } = await lab.runMode('environment', [], { env: named }).value();
  const environment = JSON.parse(stdout.text) as Record<string, string>;
  const leaked = planted.filter((name) => Object.hasOwn(environment, name));
  expect(leaked, 'variables of the host that nobody named and that reached the process').toEqual([]);
  expect(environment, 'what the caller names should reach the process').toMatchObject(named);
  expect(environment['PATH'], 'PATH should reach the process').toBe(process.env['PATH']);
  expect(process.env['LAB_NAMED'], 'the environment of the host must not be written').toBeUndefined();
  expect(process.env['LANG'], 'the environment of the host must not be written').toBe('C');
  await lab.proveNothingLeft();
});

test('output cap: bytes, whole characters, and a mark', { meta: { id: 'output-cap' } }, async (context) => {
  const lab = await openLab(context);
  // Characters of three bytes: a thousand bytes are 333 of them and a part of one more.
  const flood = await lab.runMode('flood', ['1000', '0'], { maxOutputBytes: 1_000 }).value();
  expect(flood.exitCode, 'exitCode of a process that writes more than is kept').toBe(0);
  expect(flood.stdout.text, 'what is kept ends inside a character').not.toContain('\ufffd');
  expect(Buffer.byteLength(flood.stdout.text), 'bytes that are kept, with a cap of 1000').toBeLessThanOrEqual(1_000);
  expect(flood.stdout.text, 'what is kept: every whole character that fits').toBe('工'.repeat(333));
  expect(flood.stdout.truncated, 'the mark of an output that was cut').toBe(true);
  expect(flood.stdout.totalBytes, 'bytes that the process wrote, kept or not').toBe(3_000_000);
  expect(flood.stderr, 'a stream without output').toEqual({ text: '', truncated: false, totalBytes: 0 });

  const text = '工'.repeat(someInteger(10, 60));
  const hex = Buffer.from(text).toString('hex');
  const full = await lab.runMode('bytes', [hex], { maxOutputBytes: hex.length / 2 }).value();
  expect(full.stdout.text, 'an output that is just as long as allowed').toBe(text);
  expect(full.stdout.truncated, 'the mark of an output that is just as long as allowed').toBe(false);
  const cut = await lab.runMode('bytes', [hex], { maxOutputBytes: hex.length / 2 - 1 }).value();
  expect(cut.stdout.text, 'an output that is one byte too long').toBe(text.slice(1));
  expect(cut.stdout.truncated, 'the mark of an output that is one byte too long').toBe(true);
  await lab.proveNothingLeft();
});

test('spawn failure: each has a name', { meta: { id: 'spawn-failure' } }, async (context) => {
  const lab = await openLab(context);
  const at = (name: string): string => join(lab.folder, name);
  const fails = async (what: string, code: ProcessErrorCode, options: Partial<RunOptions>): Promise<void> => {
    const error = await lab.run(what, options).error(code);
    expect(error.message, `the message should name what is wrong: ${what}`).toContain(lab.folder);
  };
  writeFileSync(at('text'), 'no program');
  await fails('a program that is not there', 'PROCESS_NOT_FOUND', { executable: at('nothing') });
  await fails('a program in a folder that is not there', 'PROCESS_BAD_CWD', { cwd: at('nowhere') });
  writeFileSync(at('script'), '#!/no/such/interpreter\n', { mode: 0o755 });
  await fails('a script without its interpreter', 'PROCESS_NOT_FOUND', { executable: at('script') });
  await fails('a program below a file', 'PROCESS_NOT_FOUND', { executable: at('text/program') });
  await fails('a file that is no program', 'PROCESS_NOT_EXECUTABLE', { executable: at('text') });
  await fails('a folder as a program', 'PROCESS_NOT_EXECUTABLE', { executable: lab.folder });
  await fails('a file as the folder', 'PROCESS_BAD_CWD', { cwd: at('text') });

  const tried = lab.starts();
  const unusable: Partial<RunOptions>[] = [{ args: ['a\0b'] }, { env: { 'A=B': '' } }, { cwd: 'a\0b' }];
  unusable.push({ timeoutMs: -1 }, { timeoutMs: Number.NaN }, { maxOutputBytes: -1 }, { maxOutputBytes: Number.NaN });
  unusable.push({ env: null as never }, { signal: {} as never }); // types vanish at run time
  for (const options of unusable) {
    await lab
      .run(`options that cannot be used: ${Object.keys(options).join()}`, options)
      .error('PROCESS_INVALID_OPTIONS');
  }
  expect(lab.starts(), 'processes started with options that cannot be used').toBe(tried);
  expect(lab.journal.notes(), 'processes that ran').toEqual([]);
  await lab.proveNothingLeft();
});

test('timeout: the process is stopped, not only the waiting', { meta: { id: 'timeout' } }, async (context) => {
  const lab = await openLab(context);
  const { file } = lab.journal;
  const slow = lab.run('a run that times out', { ...sleeper(file), timeoutMs: 1_000, graceMs: 20_000 });
  // At the same time, so that the test takes one second and not two.
  const deaf = lab.run('a run that times out and is deaf', { ...deafSleeper(file), timeoutMs: 1_000, graceMs: 300 });
  const stopped = await slow.value();
  const killed = await deaf.value();
  lab.proveGone('a run that timed out');
  expect(stopped.ending, 'ending of a run that timed out').toBe('timed-out');
  expect(stopped.signal, 'signal of a run that timed out: it is asked first').toBe('SIGTERM');
  expect(stopped.exitCode, 'exitCode of a process that a signal ended: it has none').toBeNull();
  expect(stopped.stdout.text, 'the output up to the time-out').toBe('ready\n');
  expect(killed.ending, 'ending of a run that timed out and is deaf').toBe('timed-out');
  expect(killed.signal, 'signal of a process that does not hear SIGTERM').toBe('SIGKILL');

  const quick = await lab.runMode('exit', ['0'], { timeoutMs: 25_000 }).value();
  expect(quick.ending, 'ending of a run that needs less than its time').toBe('exited');
  await lab.proveNothingLeft();
});

test('abort: the caller takes a run back', { meta: { id: 'abort' } }, async (context) => {
  const lab = await openLab(context);
  const [reason, before] = [new Error(someText('reason')), new Error(someText('reason'))];
  const [calm, running, gone] = [new AbortController(), new AbortController(), AbortSignal.abort(before)];

  const refused = await lab.runMode('arguments', [], { signal: gone }).error('PROCESS_ABORTED');
  expect(refused.cause, 'the cause of the error is the reason of the signal').toBe(before);
  expect(lab.starts(), 'processes started with an aborted signal').toBe(0);

  const run = lab.run('a run that is aborted', { ...program(lab.journal.file, 'asleep'), signal: running.signal });
  await lab.noted('asleep', run);
  running.abort(reason);
  const stopped = await run.value();
  lab.proveGone('a run that was aborted');
  expect(stopped.ending, 'ending of a run that was aborted').toBe('aborted');
  expect(stopped.abortReason, 'abortReason is the reason of the signal').toBe(reason);
  expect(stopped.signal, 'signal of a run that was aborted: it is asked first').toBe('SIGTERM');
  expect(abortListeners(running.signal), 'abort listeners left on the signal that was aborted').toBe(0);

  const quiet = await lab.runMode('exit', ['0'], { signal: calm.signal }).value();
  expect(quiet.ending, 'ending of a run whose signal never aborts').toBe('exited');
  expect(quiet.abortReason, 'abortReason of a run that was not aborted').toBeUndefined();
  await lab.proveNothingLeft(calm.signal, running.signal, gone);
});
