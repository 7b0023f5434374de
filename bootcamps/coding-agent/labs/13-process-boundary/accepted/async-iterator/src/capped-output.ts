import type { Output } from './result.ts';

/** A stream that is being read. `end` never rejects: a pipe that is destroyed has ended, too. */
export interface TextReader {
  readonly end: Promise<void>;
  readonly output: () => Output;
}

/** Reads a stream to its end as an async iterator and decodes as it goes. */
export function readText(pipe: AsyncIterable<Buffer> | null, maxBytes: number): TextReader {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let [text, room, totalBytes] = ['', maxBytes, 0];
  const read = async (): Promise<void> => {
    if (!pipe) return;
    try {
      for await (const chunk of pipe) {
        totalBytes += chunk.length;
        text += decoder.decode(chunk.subarray(0, room), { stream: true });
        room -= Math.min(room, chunk.length);
      }
    } catch {
      // destroyed: what came so far is what there is
    }
  };
  return {
    end: read(),
    output: () => {
      const truncated = totalBytes > maxBytes;
      return { text: truncated ? text : text + decoder.decode(), truncated, totalBytes };
    },
  };
}
