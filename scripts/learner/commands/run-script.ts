import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { exitCode } from '../../lesson/exit-codes.ts';
import { markVariable } from '../../lesson/process/marked-processes.ts';
import { endWithUs } from '../../lesson/process/run-watchdog.ts';
import { isOn, type Call, type Command } from '../command.ts';
import { lessonOf, type Lesson } from '../lesson-of.ts';
import { CommandProblem } from '../problem.ts';

export const testCommand: Command = {
  name: 'test',
  synopsis: 'test <lesson> [--homework]',
  options: { homework: { type: 'boolean' } },
  positionals: { least: 1, most: 1 },
  run: async (call) => {
    const lesson = lessonOf(call);
    const [lab, ...homework] = lesson.manifest.suites;
    const suites = isOn(call, 'homework') ? homework : lab ? [lab] : [];
    let worst = 0;
    for (const suite of suites) worst = Math.max(worst, await runScript(call, lesson, suite.script));
    return worst;
  },
};

export const watchCommand: Command = {
  name: 'watch',
  synopsis: 'watch <lesson>',
  options: {},
  positionals: { least: 1, most: 1 },
  run: (call) => runScript(call, lessonOf(call), 'test:watch'),
};

/**
 * Runs a script of the starter's package.json without the package manager: its vitest is started by this Node, on our own
 * terminal. Resolves with its exit status; 128 and the signal's number when a signal ended it.
 *
 * It stays in our process group: a terminal stops what reads its keys from another group. So when this process is killed
 * and can end nothing more, it is found by the mark in its environment, where the platform shows that.
 */
function runScript(call: Call, lesson: Lesson, script: string): Promise<number> {
  const { context, messages } = call;
  const folder = join(lesson.folder, 'starter');
  const bin = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  if (!existsSync(bin)) throw new CommandProblem(exitCode.couldNotTell, messages.problem.notInstalled);
  const args = vitestArgs(folder, script);
  if (!args) throw new CommandProblem(exitCode.couldNotTell, messages.problem.noScript(script));

  return new Promise((resolve, reject) => {
    const mark = randomUUID();
    const env = { ...process.env, [markVariable]: mark };
    const child = spawn(process.execPath, [bin, ...args], { cwd: folder, stdio: 'inherit', env });
    const unlist = endWithUs(child, mark);
    // On a terminal Ctrl-C reaches the child by itself, and a second one would cut its clean-up short.
    const onAbort = (): void => {
      const signal: unknown = context.signal.reason;
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
    };
    context.signal.addEventListener('abort', onAbort, { once: true });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      unlist();
      context.signal.removeEventListener('abort', onAbort);
      if (context.signal.aborted) resolve(exitCode.interrupted);
      else resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/** The words after `vitest` in a script; `undefined` when the script is something else. */
function vitestArgs(folder: string, script: string): string[] | undefined {
  try {
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      scripts?: Record<string, string>;
    };
    const [command, ...args] = (scripts?.[script] ?? '').split(/\s+/);
    return command === 'vitest' ? args : undefined;
  } catch {
    return undefined;
  }
}
