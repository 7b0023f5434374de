import { McpClientError } from './errors.ts';

const NEWLINE = 0x0a;

/**
 * Bytes in, lines out, as one async generator over the pipe. Ends with the pipe.
 *
 * @throws McpClientError `MCP_MESSAGE_TOO_LARGE` as soon as the limit is passed.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>, maxLineBytes: number): AsyncGenerator<string, void> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  const keep = (piece: Buffer): void => {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > maxLineBytes) {
      throw new McpClientError('MCP_MESSAGE_TOO_LARGE', `the server sent a line of more than ${maxLineBytes} bytes`);
    }
  };
  for await (const chunk of chunks) {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      keep(rest.subarray(0, end));
      const line = Buffer.concat(pieces).toString('utf8').trim();
      pieces = [];
      bytes = 0;
      rest = rest.subarray(end + 1);
      if (line !== '') yield line;
    }
    keep(rest);
  }
}
