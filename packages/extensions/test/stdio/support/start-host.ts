import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { settlesWithin } from '@coding-agent/fixture-servers/testing';
import { onTestFinished } from 'vitest';
import type { StdioOptions } from '../../../src/stdio/stdio-options.ts';

export interface Host {
  readonly pid: number;
  readonly servers: number[];
  readonly supervisor: number;
  tell(word: 'close' | 'end'): void;
  kill(): void;
  /** Its exit code; null after a signal. Rejects when it does not exit. */
  exit(deadlineMs?: number): Promise<number | null>;
}

const program = fileURLToPath(new URL('host.ts', import.meta.url));

/** Starts a host in a process of its own, and waits until it has started its servers. */
export async function startHost(servers: readonly StdioOptions[], deadlineMs: number = 10_000): Promise<Host> {
  const child = spawn(process.execPath, ['--import', 'tsx', program, JSON.stringify(servers)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout });
  const first = new Promise<string>((resolve) => lines.once('line', resolve));
  const settled = await settlesWithin(first, deadlineMs, 'the start of the host');
  const pids = JSON.parse(settled.status === 'fulfilled' ? settled.value : '{}');
  return {
    pid: child.pid ?? 0,
    ...pids,
    tell: (word) => void child.stdin.write(`${word}\n`),
    kill: () => void child.kill('SIGKILL'),
    exit: async (deadlineMs = 5000) => {
      const ended = await settlesWithin(exited, deadlineMs, 'the exit of the host');
      return ended.status === 'fulfilled' ? ended.value : null;
    },
  };
}
