import type { Connection } from '../client/client-ports.ts';
import type { ProcessEvent } from '../rpc/process-event.ts';
import type { TransportEnd } from '../rpc/transport.ts';
import { defined } from '../base/defined.ts';
import { redact } from '../base/redact.ts';
import type { Encoded } from '../wire/codec.ts';
import { cutFrame, frameRecord, type FramePlace } from './frame-record.ts';
import { maskedLine } from './mask-line.ts';
import { maskWords } from './mask-words.ts';
import { Masks } from './masks.ts';
import type { ConnectionNotes } from './recorded-connection.ts';
import type { RecordingQueue } from './recording-queue.ts';
import type { RecordingRecord, RecordOf } from './recording-record.ts';
import { redactedLine } from './redact-line.ts';

export interface RecordingNotesOptions {
  readonly queue: Pick<RecordingQueue, 'push'>;
  readonly content: 'mask' | 'keep';
  readonly maxFrameBytes: number;
  readonly now: () => number;
  readonly secrets: readonly string[];
}

/**
 * What is written down of the connections of one client. Each thing is taken as it is, in the moment in which it happens, and
 * made safe later, when its turn to be written comes: nothing leaves the queue that was not masked or redacted.
 */
export class RecordingNotes {
  readonly #options: RecordingNotesOptions;
  readonly #masks = new Masks();
  #secrets: readonly string[];
  #connections = 0;

  constructor(options: RecordingNotesOptions) {
    this.#options = options;
    this.#secrets = [...options.secrets];
  }

  protect(secrets: readonly string[]): void {
    this.#secrets = [...new Set([...this.#secrets, ...secrets])];
  }

  /** One more connection. */
  connection(isHttp: boolean): ConnectionNotes {
    this.#connections += 1;
    const connection = this.#connections;
    const place = (): { readonly at: number; readonly connection: number } => ({ at: this.#options.now(), connection });
    this.#push({ type: 'opened', ...place(), ...(isHttp && { isHttp }) });
    return {
      sent: (line) => this.#sent(line, place()),
      received: (line, bytes) => this.#frame(line, { ...place(), from: 'server', bytes }),
      unanswered: (id, failure) => {
        const spot = place();
        const { code, message, outcome, errno, httpStatus, retryAfterMs } = failure;
        const facts = { code, ...defined({ outcome, errno, httpStatus, retryAfterMs }) };
        this.#later(message.length, () => ({
          type: 'unanswered',
          ...spot,
          id,
          ...facts,
          message: this.#words(message),
        }));
      },
      process: (event) => this.#push({ type: 'process', ...place(), ...processOf(event) }),
      diagnostic: ({ kind, message }) => {
        const spot = place();
        // Other kinds are the peer's, which sees what the transport hands on.
        const known = kind === 'process' ? kind : 'handler-failed';
        this.#later(message.length, () => ({
          type: 'diagnostic',
          ...spot,
          kind: known,
          message: this.#words(message),
        }));
      },
      ended: (end, lastWords) => {
        const spot = place();
        const { length } = lastWords.stderrTail ?? '';
        this.#later(length, () => ({ type: 'end', ...spot, ...this.#endOf(end, lastWords) }));
      },
      closing: () => this.#push({ type: 'closing', ...place() }),
      closed: ({ survivors, killed = false }) =>
        this.#push({ type: 'closed', ...place(), survivors: survivors.length, killed }),
    };
  }

  #sent(line: Encoded, place: { readonly at: number; readonly connection: number }): void {
    const bytes = typeof line === 'string' ? Buffer.byteLength(line) : line.length;
    this.#frame(line, { ...place, from: 'client', bytes });
  }

  #frame(line: Encoded, place: FramePlace): void {
    if (place.bytes > this.#options.maxFrameBytes) this.#push(cutFrame(place));
    else this.#options.queue.push({ bytes: 2 * place.bytes, record: () => this.#frameOf(String(line), place) });
  }

  *#frameOf(line: string, place: FramePlace): Generator<void, RecordOf<'frame'>> {
    const invalidUtf8 = line.includes('\ufffd') && Buffer.byteLength(line) !== place.bytes;
    const { content } = this.#options;
    const secrets = this.#secrets;
    const steps = content === 'mask' ? maskedLine(line, this.#masks, secrets) : redactedLine(line, secrets);
    const safe = yield* steps;
    return frameRecord(place, safe, invalidUtf8);
  }

  #endOf(
    { code, message, exitCode, signal, errno, httpStatus }: TransportEnd,
    { stderrTail, stderrTruncated = false }: ReturnType<Connection['lastWords']>,
  ): Omit<RecordOf<'end'>, 'type' | 'at' | 'connection'> {
    return {
      code,
      message: this.#words(message),
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(signal === undefined ? {} : { signal }),
      ...defined({ errno, httpStatus }),
      ...(stderrTail === undefined ? {} : { stderr: { text: this.#text(stderrTail), truncated: stderrTruncated } }),
    };
  }

  /** Words of ours, with something of somebody else's in them perhaps. */
  #words(message: string): string {
    return this.#options.content === 'mask' ? maskWords(message, this.#masks) : this.#text(message);
  }

  #text(text: string): string {
    if (this.#options.content === 'keep') return redact(text, { values: this.#secrets, truncated: false });
    return text.replaceAll(/[^\n]+/g, (line) => this.#masks.of(line, Buffer.byteLength(line)));
  }

  #push(record: RecordingRecord): void {
    this.#later(0, () => record);
  }

  #later(bytes: number, record: () => RecordingRecord): void {
    this.#options.queue.push({ bytes, record: () => made(record) });
  }
}

/** What is made at once. */
// oxlint-disable-next-line require-yield -- nobody need wait in between
function* made(record: () => RecordingRecord): Generator<void, RecordingRecord> {
  return record();
}

function processOf(event: ProcessEvent): Omit<RecordOf<'process'>, 'type' | 'at' | 'connection'> {
  switch (event.type) {
    case 'process-started':
      return { event: 'started' };
    case 'process-step':
      return { event: event.step };
    case 'process-exited':
      return { event: 'exited', exitCode: event.exitCode, signal: event.signal };
    case 'process-failed':
      return { event: 'failed', errno: event.errno };
    case 'stderr':
      return { event: 'stderr', bytes: event.bytes };
    case 'stderr-truncated':
      return { event: event.type };
  }
}
