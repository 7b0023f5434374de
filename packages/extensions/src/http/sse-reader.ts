import { createParser, type EventSourceParser } from 'eventsource-parser';

export interface SseEvent {
  /** The type that the server gave; undefined for a message. */
  readonly type: string | undefined;
  readonly data: string;
  /** Its bytes were no UTF-8: what was not is U+FFFD now. */
  readonly isInvalidUtf8: boolean;
}

export interface SseReaderOptions {
  /** What comes between two events may have so many bytes. */
  readonly maxEventBytes: number;
  readonly onEvent: (event: SseEvent) => void;
  /** The id of an event, as a header holds it, for whoever wants to go on from there. */
  readonly onId: (id: string) => void;
  /** So many milliseconds are to be waited before the server is asked again. */
  readonly onRetry: (ms: number) => void;
  /** A comment: it keeps the connection alive, and says nothing. */
  readonly onComment: () => void;
}

/** A text as the value of a header: its UTF-8. Undefined when there is something in it that no header can hold. */
function asHeader(text: string): string | undefined {
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  return /^[\t\x20-\x7e\x80-\xff]{0,4096}$/.test(bytes) ? bytes : undefined;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Server-sent events from bytes, behind a limit: the parser is given whole lines only, so that each byte is looked at and
 * copied a fixed number of times, and is told to stop before an event is larger than it may be. Source: HTML, 9.2.6.
 */
export class SseReader {
  readonly #options: SseReaderOptions;
  readonly #parser: EventSourceParser;
  /** The unfinished line, as it came. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  /** Of the event that is not finished: what the parser has of it. */
  #eventBytes = 0;
  #isInvalidUtf8 = false;

  constructor(options: SseReaderOptions) {
    this.#options = options;
    const { onEvent, onId, onRetry, onComment } = options;
    this.#parser = createParser({
      onEvent: ({ id, event, data }) => {
        this.#eventBytes = 0;
        const sendable = id === undefined ? undefined : asHeader(id);
        if (sendable !== undefined) onId(sendable);
        onEvent({ type: event, data, isInvalidUtf8: this.#isInvalidUtf8 && data.includes('\ufffd') });
      },
      onRetry,
      onComment,
    });
  }

  /** Takes a chunk. False: an event is larger than it may be; everything was let go. */
  push(chunk: Buffer): boolean {
    const end = Math.max(chunk.lastIndexOf(lineFeed), chunk.lastIndexOf(carriageReturn)) + 1;
    if (end > 0) this.#feed(chunk.subarray(0, end));
    if (end < chunk.length) {
      this.#held.push(Buffer.from(chunk.subarray(end)));
      this.#heldBytes += chunk.length - end;
    }
    if (this.#heldBytes + this.#eventBytes <= this.#options.maxEventBytes) return true;
    this.#held = [];
    this.#parser.reset();
    return false;
  }

  #feed(lines: Buffer): void {
    const bytes = this.#held.length === 0 ? lines : Buffer.concat([...this.#held, lines]);
    this.#held = [];
    this.#heldBytes = 0;
    this.#eventBytes += bytes.length;
    const text = bytes.toString('utf8');
    this.#isInvalidUtf8 = text.includes('\ufffd') && Buffer.byteLength(text) !== bytes.length;
    this.#parser.feed(text);
  }
}
