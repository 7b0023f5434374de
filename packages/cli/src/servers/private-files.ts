import { lstatSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { failureArtefact, writePrivateFile } from '@coding-agent/extensions/trace';
import { CliError } from '../cli-error.ts';
import type { Host } from '../host.ts';
import type { PrivateFiles } from '../output/private-files.ts';

/** Files, from the working directory. */
export function privateFiles(host: Pick<Host, 'cwd'>): PrivateFiles {
  const write: PrivateFiles['write'] = async (file, text, isForced) => {
    try {
      await writePrivateFile(resolve(host.cwd, file), text, { overwrite: isForced });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw refusal(`${file} could not be written: ${why}`, 'name a file that can be written', error);
    }
  };
  return {
    requireFree(file, isForced) {
      const path = resolve(host.cwd, file);
      const there = lstatSync(path, { throwIfNoEntry: false });
      if (there?.isDirectory() === true) throw refusal(`${file} is a folder`, 'name a file');
      if (there !== undefined && !isForced)
        throw refusal(`${file} is there already`, 'name another file, or add --force');
      if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
        throw refusal(`${file} is there, and no regular file`, 'name another file');
      if (lstatSync(dirname(path), { throwIfNoEntry: false }) === undefined)
        throw refusal(`there is no folder for ${file}`, 'make it, or name another file');
    },
    write,
    writeArguments: (file, call, isForced) => write(file, failureArtefact(call), isForced),
  };
}

function refusal(message: string, next: string, cause?: unknown): CliError {
  return new CliError('CLI_OUTPUT', message, { next, cause });
}
