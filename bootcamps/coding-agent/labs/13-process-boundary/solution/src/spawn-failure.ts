import { accessSync, constants, statSync } from 'node:fs';
import { ProcessError } from './errors.ts';

/**
 * Says why a process could not be started. The system gives one name to different things: ENOENT is a missing program, a
 * missing working directory, or the missing interpreter of a script. So the directory is looked at, now that it matters.
 *
 * Grown-up twin: packages/extensions/src/stdio/spawn-failure.ts
 */
export function spawnFailure(
  cause: unknown,
  { executable, cwd }: { readonly executable: string; readonly cwd: string },
): ProcessError {
  const options = { cause };
  if (!isUsableFolder(cwd)) return new ProcessError('PROCESS_BAD_CWD', `cannot run in ${cwd}: no such folder`, options);
  switch (errnoOf(cause)) {
    case 'ENOENT':
    case 'ENOTDIR': // something on the way to it is a file
      return new ProcessError('PROCESS_NOT_FOUND', `${executable}, or its interpreter, was not found`, options);
    case 'EACCES': // also for a directory
    case 'EPERM':
      return new ProcessError('PROCESS_NOT_EXECUTABLE', `${executable} is nothing that may be executed`, options);
    default:
      return new ProcessError('PROCESS_SPAWN_FAILED', `${executable} could not be started`, options);
  }
}

function isUsableFolder(path: string): boolean {
  try {
    accessSync(path, constants.X_OK); // may be entered
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function errnoOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
