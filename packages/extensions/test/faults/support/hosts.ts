import { settlesWithin } from '@coding-agent/fixture-servers/testing';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Result } from './result.ts';
import type { FaultRow } from './row.ts';

const program = fileURLToPath(new URL('host.ts', import.meta.url));

/** Longer than the slowest host needs on a busy machine; after it the host is killed. */
const deadlineMs = 60_000;

/** A host that was started to meet some rows. */
export interface MeetingHost {
  /** What it saw of one of them. Rejects when the host ends without having told. */
  readonly result: (fault: string) => Promise<Result>;
  /** Its exit code: 0 says that it met all of them and then ended by itself. */
  readonly exit: Promise<number | string>;
  /** Ends it, if it has not ended. */
  readonly kill: () => void;
}

/** Starts a host in a process of its own. It ends by itself, or is killed at its deadline. */
export function startHost(rows: readonly FaultRow[]): MeetingHost {
  const faults = JSON.stringify(rows.map(({ fault }) => fault));
  const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', program, faults], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const results = new Map<string, Result>();
  let words = '';
  let told = (): void => {};
  let news = new Promise<void>((resolve) => (told = resolve));
  const tell = (): void => {
    told();
    news = new Promise<void>((resolve) => (told = resolve));
  };
  child.stderr.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-2_000)));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const result = JSON.parse(line) as Result;
    results.set(result.fault, result);
    tell();
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
  let ended: number | string | undefined;
  const exit = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      ended = code ?? signal ?? 'unknown';
      resolve(ended);
      tell();
    });
  });
  const result = async (fault: string): Promise<Result> => {
    for (;;) {
      const found = results.get(fault);
      if (found !== undefined) return found;
      if (ended !== undefined) throw new Error(`the host ended (${ended}) before it told of this; it said: ${words}`);
      await settlesWithin(news, deadlineMs, 'news of the host');
    }
  };
  return { result, exit, kill: () => void child.kill('SIGKILL') };
}
