import type { IncomingMessage } from 'node:http';
import { BlankLines } from '../base/blank-lines.ts';
import { connectionFailure, protocolFailure, tooLarge } from './http-failure.ts';
import { SseReader, type SseEvent } from './sse-reader.ts';

/** What an answer says that it is, without parameters, in lower case. */
export function mediaType({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Bytes that nobody asked to be packed may become thousands of times as many. */
function requirePlain({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  throw protocolFailure(`the answer is packed (Content-Encoding: ${encoding.slice(0, 32)}), which was not asked for`);
}

/**
 * A whole body.
 *
 * @throws HttpFailure `MCP_MESSAGE_TOO_LARGE`, `MCP_CONNECTION_FAILED`, `MCP_PROTOCOL_ERROR` when it is packed
 */
export async function readBody(answer: IncomingMessage, maxBytes: number, url: URL): Promise<Buffer> {
  try {
    requirePlain(answer);
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    throw connectionFailure(error, url, true);
  } finally {
    answer.destroy();
  }
}

/** The beginning of a body that is only to be shown. Never rejects. */
export async function readWords(answer: IncomingMessage, maxBytes: number, url: URL): Promise<string> {
  try {
    return (await readBody(answer, maxBytes, url)).toString('utf8');
  } catch {
    return '';
  }
}

export interface EventsOptions {
  readonly url: URL;
  readonly maxEventBytes: number;
  /** An event that is a message. */
  readonly onMessage: (event: SseEvent) => void;
  readonly onId: (id: string) => void;
  readonly onRetry: (ms: number) => void;
  /** So many bytes came that say nothing: events of unknown types, or a flood of comments. */
  readonly onNoise: (bytes: number) => void;
  /** Nothing more is wanted. */
  readonly isDone: () => boolean;
}

/**
 * The events of a body, until it ends or nothing more is wanted.
 *
 * @throws HttpFailure as `readBody`
 */
export async function readEvents(answer: IncomingMessage, options: EventsOptions): Promise<void> {
  const { url, maxEventBytes, onMessage, onId, onRetry, onNoise, isDone } = options;
  const comments = new BlankLines();
  const reader = new SseReader({
    maxEventBytes,
    onId,
    onRetry,
    onEvent: (event) => {
      if (event.type !== undefined && event.type !== 'message') onNoise(event.data.length);
      else if (event.data !== '') onMessage(event);
    },
    onComment: () => {
      if (comments.take(1)) onNoise(comments.flush());
    },
  });
  try {
    requirePlain(answer);
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (!reader.push(chunk)) throw tooLarge(maxEventBytes);
      if (isDone()) return;
    }
  } catch (error) {
    throw connectionFailure(error, url, true);
  } finally {
    answer.destroy();
  }
}
