/**
 * The environment of a process: what the caller names. So far it is nothing else, and that is too little: without PATH a
 * program finds no other program. A copy of `process.env` is too much.
 *
 * TODO(TODO_RUN_PROCESS): a short list of names that every program may see, if the host has them; on top of it `named`.
 * `process.env` is only read.
 *
 * Grown-up twin: packages/extensions/src/stdio/environment.ts
 */
export function childEnvironment(named: Readonly<Record<string, string>>): Record<string, string> {
  return { ...named };
}
