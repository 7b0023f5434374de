import { ProcessError } from './errors.ts';

/**
 * Says why a process could not be started. So far it only says that it could not.
 *
 * TODO(TODO_RUN_PROCESS): look at the `code` of the cause (ENOENT, ENOTDIR, EACCES, EPERM) and choose between the codes in
 * errors.ts. The system says ENOENT both for a missing program and for a missing working directory.
 *
 * Grown-up twin: packages/extensions/src/stdio/spawn-failure.ts
 */
export function spawnFailure(
  cause: unknown,
  { executable }: { readonly executable: string; readonly cwd: string },
): ProcessError {
  return new ProcessError('PROCESS_SPAWN_FAILED', `${executable} could not be started`, { cause });
}
