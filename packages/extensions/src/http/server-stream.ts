import type { IncomingMessage } from 'node:http';
import { isPassingStatus } from '../base/passing-status.ts';
import { untilAborted } from '../base/until-aborted.ts';
import { mediaType, readEvents, type BodyOptions } from './answer-body.ts';
import { HttpFailure, takenBack } from './http-failure.ts';
import type { HttpMessages } from './http-messages.ts';
import { believed } from './own-answers.ts';
import { ReconnectDelay, waits } from './reconnect-delay.ts';

export interface ServerStreamOptions {
  readonly body: BodyOptions;
  readonly messages: HttpMessages;
  readonly signal: AbortSignal;
  /** Asks for the stream, from after that event on. `mayAsk` false: of no person. Rejects with an `HttpFailure`. */
  readonly get: (lastEventId: string | undefined, signal: AbortSignal, mayAsk: boolean) => Promise<IncomingMessage>;
  /** Resolves when the server takes a message of somebody who waits for it. */
  readonly taken: () => Promise<void>;
  readonly isSessionOver: (answer: IncomingMessage) => boolean;
  readonly diagnose: (message: string) => void;
}

/**
 * What a server of the legacy era says unasked, on the stream that a GET opens: its requests and notifications. Opened again
 * when it ends, for as long as the connection lives. No answer is believed on it. Whoever has the right to speak is asked for
 * it once: refused, it waits until the server has taken a message. Source: 2025-11-25, basic/transports.
 *
 * @returns when it is over for good; never rejects. `onOpen`: the first attempt has come to something.
 */
export async function serverStream(options: ServerStreamOptions, onOpen: () => void): Promise<void> {
  const { signal, diagnose } = options;
  const delay = new ReconnectDelay();
  const position: Position = { lastId: undefined, wasOpen: false, isRefused: false };
  while (!signal.aborted) {
    const end = await attempt(options, delay, position, onOpen);
    onOpen();
    if (signal.aborted) return;
    if (end.why !== undefined && (end.isFinal || end.isRefused === true))
      diagnose(`the stream of what the server says unasked: ${end.why}`);
    if (end.isFinal) return;
    if (position.isRefused && !(await isTaken(options))) return;
    if (!(await waits(delay.next(), signal))) return;
  }
}

interface Position {
  lastId: string | undefined;
  /** The server has such a stream. */
  wasOpen: boolean;
  /** Whoever has the right to speak could not help. */
  isRefused: boolean;
}

interface StreamEnd {
  readonly isFinal: boolean;
  /** For the first time. */
  readonly isRefused?: boolean;
  readonly why?: string;
}

async function attempt(
  options: ServerStreamOptions,
  delay: ReconnectDelay,
  position: Position,
  onOpen: () => void,
): Promise<StreamEnd> {
  const { body, messages, signal, get, isSessionOver } = options;
  try {
    const answer = await get(position.lastId, signal, !position.isRefused);
    const { statusCode: status = 0 } = answer;
    if (status !== 200 || mediaType(answer) !== 'text/event-stream') {
      answer.destroy();
      // 404 may be the answer of a server that knows POST alone; of one that has had the stream it is the session's end.
      if (status === 405 || (position.wasOpen && isSessionOver(answer))) return { isFinal: true };
      const isRefused = position.isRefused && (status === 401 || status === 403);
      return { isFinal: !isPassingStatus(status) && !isRefused, why: `the server answered HTTP ${status}` };
    }
    position.wasOpen = true;
    position.isRefused = false;
    onOpen();
    await readEvents(answer, {
      ...body,
      onMessage: ({ data, isInvalidUtf8 }) => {
        delay.worked();
        const text = { text: data, bytes: Buffer.byteLength(data), isInvalidUtf8 };
        messages.deliver(believed(messages.read(text), undefined));
      },
      onId: (id) => {
        position.lastId = id;
        delay.reached(id);
      },
      onRetry: (ms) => delay.asked(ms),
      onNoise: (bytes) => messages.noise(bytes),
      isDone: () => signal.aborted,
    });
    return { isFinal: false };
  } catch (error) {
    const { code, message } = error instanceof HttpFailure ? error.failure : { code: '', message: String(error) };
    const isRefused = code === 'MCP_UNAUTHORIZED' && !position.isRefused;
    position.isRefused ||= isRefused;
    return { isFinal: code === 'MCP_MESSAGE_TOO_LARGE' || code === 'MCP_PROTOCOL_ERROR', isRefused, why: message };
  }
}

/** The server takes messages again; false: the connection is over. */
async function isTaken({ taken, signal }: ServerStreamOptions): Promise<boolean> {
  await untilAborted(taken(), signal, takenBack).catch(() => {});
  return !signal.aborted;
}
