import { createParser, type EventSourceParser } from 'eventsource-parser';
import { isUtf8 } from 'node:buffer';

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
  /** The id of an event, as a header holds it, for whoever wants to go on from there; undefined: from nowhere. */
  readonly onId: (id: string | undefined) => void;
  /** So many milliseconds are to be waited before the server is asked again. */
  readonly onRetry: (ms: number) => void;
  /** A comment: it keeps the connection alive, and says nothing. */
  readonly onComment: () => void;
}

/** A text as the value of a header: its UTF-8. Undefined when there is something in it that no header can hold. */
function asHeader(text: string): string | undefined {
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  return /^[\t\x20-\x7e\x80-\xff]{1,4096}$/.test(bytes) ? bytes : undefined;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = 0xfeff;

/**
 * Server-sent events from bytes, behind a limit: the parser is given whole lines only, so that each byte is looked at and
 * copied a fixed number of times, and is told to stop before an event is larger than it may be. All ends of lines are made
 * LF here: the parser would wait after a CR for what comes next, and keeps a byte order mark. Source: HTML, 9.2.6.
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
  #isFirst = true;
  #wasCarriageReturn = false;
  #wasLineFeed = false;

  constructor(options: SseReaderOptions) {
    this.#options = options;
    const { onEvent, onId, onRetry, onComment } = options;
    this.#parser = createParser({
      onEvent: ({ id, event, data }) => {
        const isInvalidUtf8 = this.#isInvalidUtf8 && data.includes('\ufffd');
        if (id !== undefined) onId(asHeader(id));
        onEvent({ type: event, data, isInvalidUtf8 });
      },
      onRetry,
      onComment,
    });
  }

  /** Of the event, and of the line, that has begun and has not ended. */
  get unfinishedBytes(): number {
    return this.#heldBytes + this.#eventBytes;
  }

  /** Takes a chunk. False: an event is larger than it may be; everything was let go. */
  push(chunk: Buffer): boolean {
    const end = Math.max(chunk.lastIndexOf(lineFeed), chunk.lastIndexOf(carriageReturn)) + 1;
    if (end > 0) this.#feed(chunk.subarray(0, end));
    if (end < chunk.length) {
      this.#held.push(Buffer.from(chunk.subarray(end)));
      this.#heldBytes += chunk.length - end;
    }
    if (this.unfinishedBytes <= this.#options.maxEventBytes) return true;
    this.#held = [];
    this.#parser.reset();
    return false;
  }

  /** Whole lines. */
  #feed(lines: Buffer): void {
    const bytes = this.#held.length === 0 ? lines : Buffer.concat([...this.#held, lines]);
    this.#held = [];
    this.#heldBytes = 0;
    const isValid = isUtf8(bytes);
    if (!isValid) this.#isInvalidUtf8 = true;
    const text = this.#asLines(bytes.toString('utf8'));
    this.#parser.feed(text);
    // An event ends at a blank line, and so does what is counted for it.
    const blank = text.lastIndexOf('\n\n');
    if (blank === -1 && !(this.#wasLineFeed && text.startsWith('\n'))) this.#eventBytes += bytes.length;
    else {
      this.#eventBytes = Buffer.byteLength(text) - Buffer.byteLength(text.slice(0, blank === -1 ? 1 : blank + 2));
      this.#isInvalidUtf8 = !isValid && this.#eventBytes > 0;
    }
    if (text !== '') this.#wasLineFeed = text.endsWith('\n');
  }

  #asLines(text: string): string {
    let begin = 0;
    if (this.#isFirst && text.charCodeAt(0) === byteOrderMark) begin = 1;
    // The second half of a CRLF: its line has ended already.
    if (this.#wasCarriageReturn && text.charCodeAt(0) === lineFeed) begin = 1;
    this.#isFirst = false;
    this.#wasCarriageReturn = text.charCodeAt(text.length - 1) === carriageReturn;
    const rest = begin === 0 ? text : text.slice(begin);
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest;
  }
}
