import { McpClientError } from '../errors.ts';
import { takeFileLock, type FileLock } from '../manager/file-lock.ts';
import { invalidFile } from '../manager/regular-file.ts';
import { fileError } from './file-error.ts';

/** A writer touches its lock each second: one that cannot be asked whether it lives has ended when it has not for so long. */
const untouchedMs = 10_000;
/** For one that is about to take or to leave it. */
const waitMs = 100;

/**
 * A trace has one writer: a second one would move away, and at last remove, the file that the first one writes to. The lock is a
 * file beside it; one that was left behind by a writer that is gone is taken over.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG` with `file`: there is a writer, or nothing can be written there (`errno`)
 */
export async function lockTrace(path: string): Promise<FileLock> {
  try {
    return await takeFileLock(`${path}.lock`, { waitMs, untouchedMs });
  } catch (error) {
    if (!(error instanceof McpClientError)) throw error;
    if (error.errno !== undefined) throw fileError(path, 'the trace cannot be written', error.cause);
    throw invalidFile(path, `somebody writes this trace already: choose another path. ${error.message}`, {
      cause: error,
    });
  }
}
