import type { IncomingMessage } from 'node:http';
import { BlankLines } from '../base/blank-lines.ts';
import { systemClock } from '../base/clock.ts';
import { KeptText } from '../wire/kept-text.ts';
import type { HeldBytes } from './held-bytes.ts';
import { connectionFailure, protocolFailure, tooLarge, tooMuchAtOnce } from './http-failure.ts';
import type { ReceivedText } from './http-messages.ts';
import { SseReader, type SseEvent, type TypedEvent } from './sse-reader.ts';

/** What an answer says that it is, without parameters, in lower case. */
export function mediaType({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Bytes that nobody asked to be packed may become thousands of times as many. */
function requirePlain({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  const named = /^[a-z]{1,8}$/.test(encoding) ? encoding : 'in a way of its own';
  throw protocolFailure(`the answer is packed (Content-Encoding: ${named}), which was not asked for`);
}

export interface BodyOptions {
  readonly url: URL;
  /** One message: a body, or an event. */
  readonly maxBytes: number;
  /** What all of them hold together. */
  readonly held: HeldBytes;
}

/**
 * A whole body.
 *
 * @throws HttpFailure `MCP_MESSAGE_TOO_LARGE`, `MCP_CONNECTION_FAILED`, `MCP_PROTOCOL_ERROR` when it is packed
 */
export async function readBody(answer: IncomingMessage, { url, maxBytes, held }: BodyOptions): Promise<ReceivedText> {
  const body = new KeptText();
  let bytes = 0;
  try {
    requirePlain(answer);
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (bytes + chunk.length > maxBytes) throw tooLarge(maxBytes);
      if (!held.take(chunk.length)) throw tooMuchAtOnce();
      body.add(chunk);
      bytes += chunk.length;
    }
    return { text: body.take(), bytes, isInvalidUtf8: false }; // as the bytes show
  } catch (error) {
    throw connectionFailure(error, url, true);
  } finally {
    held.give(bytes);
    answer.destroy();
  }
}

/** The beginning of a body that is only to be shown. Never rejects. */
export async function readWords(answer: IncomingMessage, options: BodyOptions): Promise<string> {
  try {
    return (await readBody(answer, options)).text;
  } catch {
    return '';
  }
}

/** After its message an answer should end. So long it may take, so that its connection can be used again. Milliseconds. */
export const drainMs = 1_000;

/** … and so many bytes. */
const maxDrained = 64 * 1024;

/** Lets a body go by that says nothing; one that is long or slow is cut off. Never rejects. */
export async function discard(answer: IncomingMessage): Promise<void> {
  const late = systemClock.setTimer(drainMs, () => answer.destroy());
  let bytes = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxDrained) return;
    }
  } catch {
    // It broke: nobody wanted it.
  } finally {
    late.cancel();
    answer.destroy();
  }
}

export interface EventsOptions extends BodyOptions {
  /** An event that is a message. */
  readonly onMessage: (event: SseEvent) => void;
  /** An event of another type. True: it says something; else it is noise. */
  readonly onOther?: (event: TypedEvent) => boolean;
  /** Undefined: from now on no event is known to go on from. */
  readonly onId: (id: string | undefined) => void;
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
  const { url, maxBytes, held, onMessage, onOther, onId, onRetry, onNoise, isDone } = options;
  const nothing = new BlankLines();
  const reader = new SseReader({
    maxEventBytes: maxBytes,
    onId,
    onRetry,
    onEvent: onMessage,
    onOther: (event) => {
      if (onOther?.(event) !== true) onNoise(event.data.length);
    },
    onNothing: (length) => {
      if (nothing.take(length)) onNoise(nothing.flush());
    },
  });
  let bytes = 0;
  try {
    requirePlain(answer);
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (!reader.push(chunk)) throw tooLarge(maxBytes);
      if (isDone()) return;
      held.give(bytes);
      bytes = 0;
      if (!held.take(reader.unfinishedBytes)) throw tooMuchAtOnce();
      bytes = reader.unfinishedBytes;
    }
  } catch (error) {
    throw connectionFailure(error, url, true);
  } finally {
    held.give(bytes);
    answer.destroy();
  }
}
