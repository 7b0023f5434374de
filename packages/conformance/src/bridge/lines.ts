/** The lines of a stream of bytes. Not `node:readline`: it also ends a line at U+2028, which JSON allows in strings. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  if (rest !== '') yield rest;
}

/** The data of a stream of server-sent events. An event without its blank line is none. */
export async function* eventsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = [];
  for await (const line of linesOf(chunks)) {
    if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
    if (line !== '') continue;
    if (data.length > 0) yield data.join('\n');
    data = [];
  }
}
