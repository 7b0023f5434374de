import { CliError } from './cli-error.ts';
import { exitCodes } from './exit-codes.ts';

/** Somebody wants the command to end: Ctrl-C, or a signal of the system. */
export function interrupted(signal: string): CliError {
  return new CliError('CLI_INTERRUPTED', `interrupted (${signal}); the servers were ended`, {
    next: 'run it again when you are ready: nothing is left of this run',
    exitCode: exitCodes.interrupted,
  });
}
