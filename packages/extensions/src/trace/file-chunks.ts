import { McpClientError } from '../errors.ts';
import { openRegular, unreadable } from '../manager/regular-file.ts';

/** What some editors and shells write before a text of UTF-8. */
const byteOrderMark = Buffer.from('\ufeff');

/**
 * The bytes of a file, without the byte order mark that it may begin with.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG` with `file`: it cannot be read (`errno`), or is no regular file; `MCP_ABORTED`
 */
export async function* fileChunks(file: string, signal?: AbortSignal): AsyncGenerator<Buffer, void> {
  const handle = await openRegular(file);
  try {
    let isFirst = true;
    // The stream closes the file, whatever ends it.
    for await (const chunk of handle.createReadStream({ signal })) {
      yield isFirst ? withoutMark(chunk as Buffer) : (chunk as Buffer);
      isFirst = false;
    }
  } catch (error) {
    if (signal?.aborted === true) throw new McpClientError('MCP_ABORTED', 'reading was aborted', { cause: error });
    throw unreadable(file, error);
  } finally {
    await handle.close();
  }
}

/** The beginning of a file, without its mark. */
export function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? bytes.subarray(byteOrderMark.length) : bytes;
}
