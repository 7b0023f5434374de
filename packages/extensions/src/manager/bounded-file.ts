import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { McpClientError, type ErrorDetails } from '../errors.ts';
import { errnoOf } from '../stdio/spawn-failure.ts';

/**
 * The text of a file, if it is one and not too large. A pipe or a device is none: it might never end.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG` with `file`, and with `errno` when the system refused
 */
export async function readBounded(file: string, maxBytes: number): Promise<string> {
  let handle: FileHandle | undefined;
  try {
    // Without waiting for somebody at the other end, should it be a pipe. Windows has no such flag.
    handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = await handle.stat();
    if (!stats.isFile()) throw invalid(file, 'it is no file');
    const bytes = Buffer.alloc(Math.min(stats.size, maxBytes) + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, null);
      length += bytesRead;
      if (bytesRead === 0 || length === bytes.length) break;
    }
    if (length > maxBytes) throw invalid(file, `it has more than ${maxBytes} bytes`);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length));
  } catch (error) {
    if (error instanceof McpClientError || !(error instanceof Error)) throw error;
    const errno = errnoOf(error);
    const why = errno === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is no UTF-8' : `it cannot be read (${errno})`;
    throw invalid(file, why, { errno, cause: error });
  } finally {
    await handle?.close();
  }
}

function invalid(file: string, why: string, details: ErrorDetails = {}): McpClientError {
  return new McpClientError('MCP_INVALID_CONFIG', `${file}: ${why}`, { ...details, file });
}
