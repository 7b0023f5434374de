import { randomUUID } from 'node:crypto';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export interface PrivateFileOptions {
  /** Put it in the place of what is there. Default false. */
  readonly overwrite?: boolean | undefined;
}

/**
 * Writes a file that nobody but its owner can read (mode 0600). Its folder must exist. Without `overwrite` nothing that is there is
 * touched, also no file behind a symbolic link; with it the file is exchanged as a whole, link and mode of the old one included.
 * A device, a pipe or a socket is never exchanged: who may make files in `/dev` would take `/dev/null` from all others.
 *
 * @throws the system's error: `EEXIST` when something is there, with `overwrite` when it is no file
 */
export async function writePrivateFile(path: string, text: string, options: PrivateFileOptions = {}): Promise<void> {
  if (options.overwrite !== true) return writeNew(path, text);
  await requireFile(path);
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  await writeNew(draft, text);
  try {
    await rename(draft, path);
  } catch (error) {
    await removed(draft);
    throw error;
  }
}

/** What is a folder the system refuses itself. */
async function requireFile(path: string): Promise<void> {
  const there = await stat(path).catch(() => undefined); // nothing, or a link to nothing
  if (there === undefined || there.isFile() || there.isDirectory()) return;
  throw Object.assign(new Error(`EEXIST: it is there, and no regular file: ${path}`), { code: 'EEXIST' });
}

async function writeNew(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Half a file, on a full disk, is ours; one that was there before is not.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) await removed(path);
    throw error;
  }
}

/** Why it was to be removed says more than why it could not be. */
function removed(path: string): Promise<void> {
  return rm(path, { force: true }).catch(() => {});
}
