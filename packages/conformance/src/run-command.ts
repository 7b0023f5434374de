import { spawn, type ChildProcess } from 'node:child_process';

export interface Command {
  readonly executable: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly shell?: boolean;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface CommandEnd {
  /** Null: it was killed, or never started. */
  readonly code: number | null;
  /** Why it was stopped from here, or could not be started. */
  readonly stopped: 'time limit' | 'interrupted' | Error | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

const isWindows = process.platform === 'win32';

/** Runs a command in a process group of its own; when its time is over, the whole group is killed. Never rejects. */
export function runCommand({ executable, args, cwd, env, shell, timeoutMs, signal }: Command): Promise<CommandEnd> {
  return new Promise((resolve) => {
    let stopped: CommandEnd['stopped'];
    let stdout = '';
    let stderr = '';
    const child = spawn(executable, [...args], {
      cwd,
      env,
      shell,
      detached: !isWindows,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stop = (why: 'time limit' | 'interrupted'): void => {
      stopped ??= why;
      killTree(child);
    };
    const onAbort = (): void => stop('interrupted');
    const timer = setTimeout(() => stop('time limit'), timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', (error) => (stopped ??= error));
    // What it started and left has nobody to end it any more, and may hold the pipes.
    child.on('exit', () => killTree(child));
    child.on('close', (code) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve({ code, stopped, stdout, stderr });
    });
  });
}

function killTree(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (isWindows) {
    if (child.exitCode === null)
      spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' }).on('error', () => {});
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
}
