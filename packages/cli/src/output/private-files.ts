import type { FailedCall } from '@coding-agent/extensions/trace';

/** Files that the command writes for its user: nobody else can read them. Paths are relative to the working directory. */
export interface PrivateFiles {
  /** Before anything is done. @throws CliError `CLI_OUTPUT` when something is there, and it is not forced; or no folder is */
  requireFree(file: string, isForced: boolean): void;
  /** @throws CliError `CLI_OUTPUT` */
  write(file: string, text: string, isForced: boolean): Promise<void>;
  /** What a tool was called with, in a file that says that it is private. @throws CliError `CLI_OUTPUT` */
  writeArguments(file: string, call: FailedCall, isForced: boolean): Promise<void>;
}
