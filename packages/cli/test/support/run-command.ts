import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SandboxFolder } from './sandbox-folder.ts';

/** The built command: the tests run what is shipped. */
export const commandFile: string = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export interface CommandEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  /** Without the lines of progress: on a busy machine there are some, and else none. */
  readonly err: string;
}

export interface RunningCommand {
  readonly child: ChildProcess;
  readonly end: Promise<CommandEnd>;
  /** Resolves when it has been said, on stdout or stderr. */
  readonly said: (text: string) => Promise<void>;
}

export interface CommandOptions {
  readonly stdin?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** What stands before `node`: `script` and its like. */
  readonly executable?: string;
  readonly args?: readonly string[];
}

/** Longer than anything that a command waits for by itself, and shorter than the time of a test. */
const deadlineMs = 50_000;

/** Starts the built command in a pipe, in the project of the folder. */
export function startCommand(
  folder: SandboxFolder,
  words: readonly string[],
  options: CommandOptions = {},
): RunningCommand {
  const { executable = process.execPath, args = [commandFile, ...words], stdin, env = {} } = options;
  const child = spawn(executable, args, {
    cwd: folder.project,
    env: { ...folder.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const written = { out: '', err: '' };
  const listeners = new Set<() => void>();
  for (const [name, stream] of [
    ['out', child.stdout],
    ['err', child.stderr],
  ] as const) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
      for (const listener of listeners) listener();
    });
  }
  child.stdin.on('error', () => {}); // it may have ended before it read
  if (stdin !== undefined) child.stdin.end(stdin);
  const killed = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
  const end = new Promise<CommandEnd>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode, signal) => {
      clearTimeout(killed);
      resolve({ exitCode, signal, out: written.out, err: written.err.replaceAll(/^.* … \d+ s\n/gm, '') });
    });
  });
  const said = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!written.out.includes(text) && !written.err.includes(text)) return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      child.on('close', () => reject(new Error(`it ended without saying ${text}: ${written.err}`)));
      look();
    });
  return { child, end, said };
}

/** Runs the built command in a pipe to its end. Standard input is empty unless it is given. */
export function runCommand(
  folder: SandboxFolder,
  words: readonly string[],
  options: CommandOptions = {},
): Promise<CommandEnd> {
  return startCommand(folder, words, { stdin: '', ...options }).end;
}
