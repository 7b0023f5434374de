import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { McpClientError, type ErrorDetails } from '../errors.ts';
import { errnoOf } from '../stdio/spawn-failure.ts';

/**
 * Opens a file for reading, if it is a regular one. A pipe or a device is none: it might never end, and opening a pipe waits for
 * somebody at its other end, so that not even a signal gets through.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG` with `file`, and with `errno` when the system refused, or it is a folder
 */
export async function openRegular(file: string): Promise<FileHandle> {
  let handle: FileHandle | undefined;
  try {
    // Without waiting. Windows has no such flag.
    handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = await handle.stat();
    if (stats.isDirectory()) throw invalidFile(file, 'it is a folder, and no file', { errno: 'EISDIR' });
    if (!stats.isFile()) throw invalidFile(file, 'it is no regular file: copy what the pipe or device gives to one');
    return handle;
  } catch (error) {
    await handle?.close();
    throw unreadable(file, error);
  }
}

/** What the system has against reading a file, as an error; one of ours as it is. */
export function unreadable(file: string, error: unknown): unknown {
  if (error instanceof McpClientError || !(error instanceof Error)) return error;
  const errno = errnoOf(error);
  return invalidFile(file, `it cannot be read (${errno})`, { errno, cause: error });
}

/** Something is wrong with a file, or with one line of it, and why. */
export function invalidFile(file: string, why: string, details: ErrorDetails = {}): McpClientError {
  const place = details.line === undefined ? file : `${file}:${details.line}`;
  return new McpClientError('MCP_INVALID_CONFIG', `${place}: ${why}`, { ...details, file });
}
