import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Writable } from 'node:stream';

let watchdog: Writable | undefined;

/**
 * Sees to it that a run ends even when this process is killed and can clean up no more, where the kernel does not promise it:
 * a small shell, one for all runs, holds a pipe from us and ends what is listed when the pipe closes. Returns the function
 * that takes the run off the list. (Windows has no process groups: nothing is promised there.)
 */
export function endWithUs(run: ChildProcess, mark: string): () => void {
  if (run.pid === undefined || process.platform === 'win32') return () => {};
  watchdog ??= start();
  const group = run.pid;
  watchdog.write(`+ ${group} ${mark}\n`);
  return () => void watchdog?.write(`- ${group}\n`);
}

function start(): Writable {
  const child = spawn('/bin/sh', [join(import.meta.dirname, 'run-watchdog.sh')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    detached: true, // a Ctrl-C in the terminal is not for it
  });
  child.on('error', () => {}); // no shell: the run goes on, unguarded as before
  child.stdin.on('error', () => {});
  child.unref();
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  return child.stdin;
}
