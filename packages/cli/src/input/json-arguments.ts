import { usageError } from '../cli-error.ts';
import { visibleLine } from '../output/visible.ts';
import { untilAborted } from './until-aborted.ts';

/** Bytes of arguments that are read from standard input. */
const maxStdinBytes = 16 * 1024 * 1024;

/**
 * Arguments as one JSON object.
 *
 * @throws CliError `CLI_USAGE`
 */
export function parseJsonArguments(text: string, from: string): Record<string, unknown> {
  const wanted = 'arguments are one JSON object, for example \'{"path": "notes.txt"}\'';
  if (text.trim() === '') throw usageError(`${from} is empty`, wanted);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usageError(`${from} is no JSON: ${error instanceof Error ? visibleLine(error.message) : ''}`, wanted);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw usageError(`${from} is ${Array.isArray(value) ? 'a list' : typeof value}, and no object`, wanted);
}

/**
 * All of a stream as text, up to a bound.
 *
 * @throws CliError `CLI_USAGE` for more, or for bytes that are no UTF-8; whatever aborts the signal
 */
export async function readAll(
  stdin: AsyncIterable<unknown>,
  signal: AbortSignal,
  maxBytes: number = maxStdinBytes,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reading = (async () => {
    for await (const chunk of stdin) {
      const part = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
      bytes += part.byteLength;
      if (bytes > maxBytes) {
        throw usageError(
          `standard input has more than ${maxBytes} bytes`,
          'pass what is large by a file that the tool reads',
        );
      }
      chunks.push(part);
    }
  })();
  await untilAborted(reading, signal);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw usageError('standard input is no UTF-8', 'convert it first, for example with iconv');
  }
}
