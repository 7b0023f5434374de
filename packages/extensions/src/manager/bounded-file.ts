import { invalidFile, openRegular, unreadable } from './regular-file.ts';

/**
 * The text of a file, if it is one and not too large.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG` with `file`, and with `errno` when the system refused
 */
export async function readBounded(file: string, maxBytes: number): Promise<string> {
  const handle = await openRegular(file);
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.min(size, maxBytes) + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, null);
      length += bytesRead;
      if (bytesRead === 0 || length === bytes.length) break;
    }
    if (length > maxBytes) throw invalidFile(file, `it has more than ${maxBytes} bytes`);
    return textOf(bytes.subarray(0, length), file);
  } catch (error) {
    throw unreadable(file, error);
  } finally {
    await handle.close();
  }
}

function textOf(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw invalidFile(file, 'it is no UTF-8', { cause });
  }
}
