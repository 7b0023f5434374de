import type { ExitCode } from '../lesson/exit-codes.ts';

/** Why a command cannot be done, in the reader's language, and what the process ends with. */
export class CommandProblem extends Error {
  override readonly name = 'CommandProblem';
  readonly exitCode: ExitCode;
  /** The command line itself was wrong: how to write it is shown below. */
  readonly showUsage: boolean;

  constructor(exitCode: ExitCode, message: string, { showUsage = false }: { readonly showUsage?: boolean } = {}) {
    super(message);
    this.exitCode = exitCode;
    this.showUsage = showUsage;
  }
}
