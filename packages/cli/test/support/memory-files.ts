import { CliError } from '../../src/cli-error.ts';
import type { PrivateFiles } from '../../src/output/private-files.ts';

export interface MemoryFilesOptions {
  /** Files that are there already, by name. */
  readonly files?: readonly string[];
  /** Why nothing can be written. */
  readonly unwritable?: Error;
}

/** Files in memory, and what was written. */
export function memoryFiles({ files: there = [], unwritable }: MemoryFilesOptions): {
  readonly files: PrivateFiles;
  readonly written: ReadonlyMap<string, string>;
} {
  const written = new Map<string, string>();
  const write: PrivateFiles['write'] = async (file, text) => {
    if (unwritable !== undefined) throw unwritable;
    written.set(file, text);
  };
  return {
    written,
    files: {
      requireFree(file, isForced) {
        if (there.includes(file) && !isForced)
          throw new CliError('CLI_OUTPUT', `${file} is there already`, { next: 'add --force' });
      },
      write,
      writeArguments: (file, call, isForced) => write(file, JSON.stringify(call), isForced),
    },
  };
}
