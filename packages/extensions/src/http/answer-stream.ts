import type { IncomingMessage } from 'node:http';
import { systemClock, type Timer } from '../base/clock.ts';
import { isPassingStatus } from '../base/passing-status.ts';
import { drainMs, mediaType, readEvents, type BodyOptions } from './answer-body.ts';
import { HttpFailure, statusFailure, streamEnded } from './http-failure.ts';
import type { HttpMessages, ReceivedText } from './http-messages.ts';
import { ReconnectDelay, waits } from './reconnect-delay.ts';

export interface AnswerStreamOptions extends BodyOptions {
  readonly messages: HttpMessages;
  readonly signal: AbortSignal;
  /** An event that is a message. */
  readonly take: (received: ReceivedText) => void;
  /** The request is answered, in whatever way: the stream is not needed any more. */
  readonly isAnswered: () => boolean;
  /** Goes on with the stream after that event; undefined where no stream is gone on with (modern era). */
  readonly resume: ((lastEventId: string, signal: AbortSignal) => Promise<IncomingMessage>) | undefined;
  /** True: the status is the end of the session, which is told elsewhere. */
  readonly isSessionOver: (answer: IncomingMessage) => boolean;
}

/** So many attempts in a row to go on with a stream may fail. */
const maxFailed = 5;

/** A stream is gone on with so often for one request: a server that lets its clients poll does that for hours, not for ever. */
const maxResumed = 1_000;

/**
 * Reads the stream of one request, and those that go on with it where it was lost, until the request is answered or the signal
 * aborts. Source: 2025-11-25, basic/transports.
 *
 * @throws HttpFailure why no answer will come
 */
export async function answerStream(first: IncomingMessage, options: AnswerStreamOptions): Promise<void> {
  const { url, signal, isAnswered, resume, isSessionOver } = options;
  const position: Position = { lastId: undefined, delay: new ReconnectDelay() };
  let loss = await readOne(first, position, options);
  let failed = 0;
  for (let resumed = 0; !isAnswered() && !signal.aborted; resumed += 1) {
    const { lastId, delay } = position;
    const goesOn = isPassing(loss) && failed <= maxFailed && resumed < maxResumed;
    if (resume === undefined || lastId === undefined || !goesOn) throw loss ?? streamEnded(url);
    if (!(await waits(delay.next(), signal))) return;
    try {
      const answer = await resume(lastId, signal);
      if (isSessionOver(answer)) {
        answer.destroy();
        return;
      }
      requireStream(answer, url);
      failed = 0;
      loss = await readOne(answer, position, options);
    } catch (error) {
      failed += 1;
      loss = error;
    }
  }
}

interface Position {
  /** What the last event was that has an id. */
  lastId: string | undefined;
  readonly delay: ReconnectDelay;
}

/** Why it ended; undefined when the server ended it. Never rejects. */
async function readOne(answer: IncomingMessage, position: Position, options: AnswerStreamOptions): Promise<unknown> {
  const { messages, signal, take, isAnswered } = options;
  let drain: Timer | undefined;
  try {
    await readEvents(answer, {
      ...options,
      onMessage: ({ data, isInvalidUtf8 }) => {
        position.delay.worked();
        take({ text: data, bytes: Buffer.byteLength(data), isInvalidUtf8 });
        // The server may not end it: then we do.
        if (isAnswered()) drain ??= systemClock.setTimer(drainMs, () => answer.destroy());
      },
      onId: (id) => {
        position.lastId = id;
        position.delay.reached(id);
      },
      onRetry: (ms) => position.delay.asked(ms),
      onNoise: (bytes) => messages.noise(bytes),
      isDone: () => signal.aborted,
    });
    return undefined;
  } catch (error) {
    return error;
  } finally {
    drain?.cancel();
  }
}

function requireStream(answer: IncomingMessage, url: URL): void {
  if (answer.statusCode === 200 && mediaType(answer) === 'text/event-stream') return;
  answer.destroy();
  throw statusFailure(answer, 'the stream is not gone on with', { url, secrets: [], isKnownPath: true });
}

/** The connection broke, or ended, or cannot be had now: what came before is still good. */
function isPassing(loss: unknown): boolean {
  if (loss === undefined) return true;
  if (!(loss instanceof HttpFailure)) return false;
  const { code, httpStatus } = loss.failure;
  return code === 'MCP_CONNECTION_FAILED' || (code === 'MCP_HTTP_ERROR' && isPassingStatus(httpStatus));
}
