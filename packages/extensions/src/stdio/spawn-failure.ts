import { open, stat, type FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { TransportEnd } from '../rpc/transport.ts';
import type { Account } from './stdio-options.ts';

export interface FailedSpawn {
  readonly executable: string;
  /** Absolute. */
  readonly cwd: string;
  readonly account?: Account | undefined;
  readonly cause: Error;
}

/**
 * Says why a process could not be started, as `MCP_SPAWN_FAILED` with `errno`. The system gives one number for different
 * things: ENOENT is a missing program, a missing working directory, or the missing interpreter of a script (C-03, C-05).
 */
export async function explainSpawnFailure({ executable, cwd, account, cause }: FailedSpawn): Promise<TransportEnd> {
  const errno = errnoOf(cause);
  const why =
    aboutAccount(account, errno) ??
    (await aboutFolder(cwd)) ??
    (await aboutProgram(executable, cwd, errno)) ??
    cause.message;
  return { code: 'MCP_SPAWN_FAILED', message: `the server could not be started: ${why}`, errno, cause };
}

/** The system says the same for a program that may not be executed; but only root gets as far as that with an account. */
function aboutAccount(account: Account | undefined, errno: string): string | undefined {
  if (account === undefined || errno !== 'EPERM') return undefined;
  return `only root may start it as user ${account.uid}, group ${account.gid} (EPERM)`;
}

/** The system's name of an error, for example `ENOENT`; `UNKNOWN` when it has none. */
export function errnoOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
}

async function aboutFolder(cwd: string): Promise<string | undefined> {
  try {
    return (await stat(cwd)).isDirectory() ? undefined : `its working directory ${cwd} is not a directory`;
  } catch (error) {
    if (!(error instanceof Error)) return undefined;
    return errnoOf(error) === 'ENOENT'
      ? `its working directory ${cwd} does not exist`
      : `its working directory ${cwd} cannot be entered (${errnoOf(error)})`;
  }
}

async function aboutProgram(executable: string, cwd: string, errno: string): Promise<string | undefined> {
  if (errno === 'EMFILE' || errno === 'ENFILE') return `no file descriptor is left for its pipes (${errno})`;
  if (errno === 'EAGAIN' || errno === 'ENOMEM') return `the system has no room for one more process (${errno})`;
  if (errno === 'E2BIG') return 'its arguments and environment are too long for the system (E2BIG)';
  const isPath = /[\\/]/.test(executable);
  const found = isPath ? await stat(resolve(cwd, executable)).catch(() => undefined) : undefined;
  if (found?.isDirectory() === true) return `${executable} is a directory`;
  if (errno === 'EACCES' || errno === 'EPERM') return `${executable} may not be executed (${errno})`;
  if (errno !== 'ENOENT') return undefined;
  const isLine = /\s/.test(executable) ? ': its name alone is the executable, what follows goes into args' : '';
  if (!isPath) return `${executable} was not found on PATH${isLine}`;
  if (found?.isFile() !== true) return `${executable} does not exist${isLine}`;
  const interpreter = await interpreterOf(resolve(cwd, executable));
  return interpreter === undefined ? undefined : `the interpreter of ${executable}, ${interpreter}, does not exist`;
}

/** The first line of a script, `#!/usr/bin/env python3`, without its mark. */
async function interpreterOf(path: string): Promise<string | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    return /^#!\s*([^\r\n]+)/.exec(buffer.toString('utf8', 0, bytesRead))?.[1]?.trim();
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}
