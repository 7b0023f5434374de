import { CliError, usageError } from '../cli-error.ts';
import { visibleLine } from '../output/visible.ts';
import { inexactNumberIn } from './exact-numbers.ts';
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
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const what = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
    throw usageError(`${from} is ${what}, and no object`, wanted);
  }
  requireExact(text, from);
  return value as Record<string, unknown>;
}

/** @throws CliError `CLI_USAGE` for a number that would become another one. The text is JSON. */
export function requireExact(json: string, from: string): void {
  const number = inexactNumberIn(json);
  if (number === undefined) return;
  throw usageError(
    `${from} has the number ${visibleLine(number.slice(0, 80))}, which would become another one`,
    'write it as a text, in double quotes, if the tool takes that',
  );
}

/**
 * All of a stream as text, up to a bound.
 *
 * @throws CliError `CLI_USAGE` for more, for what cannot be read, or for bytes that are no UTF-8; whatever aborts the signal
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
  try {
    await untilAborted(reading, signal);
  } catch (error) {
    if (error instanceof CliError || signal.aborted) throw error;
    const why = error instanceof Error ? visibleLine(error.message) : 'nobody says why';
    throw usageError(`standard input cannot be read: ${why}`, 'write mcp call … - < file, or --args JSON', [], error);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw usageError('standard input is no UTF-8', 'convert it first, for example with iconv');
  }
}
