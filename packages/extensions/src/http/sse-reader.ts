import { LineDecoder } from '../wire/line-decoder.ts';

/** An event that may be a message. */
export interface SseEvent {
  readonly data: string;
  /** Its bytes were no UTF-8: what was not is U+FFFD now. */
  readonly isInvalidUtf8: boolean;
}

/** An event of another type, which is not that of a message. */
export interface TypedEvent {
  /** Its beginning. */
  readonly type: string;
  readonly data: string;
}

export interface SseReaderOptions {
  /** What comes between two events may take so many bytes: its own, and some for each of its lines. */
  readonly maxEventBytes: number;
  readonly onEvent: (event: SseEvent) => void;
  /** So many characters came that say nothing: a comment, a blank line, a field that nobody knows, an event without data. */
  readonly onNothing: (length: number) => void;
  /** What is no message. */
  readonly onOther: (event: TypedEvent) => void;
  /** The id of an event, as a header holds it, for whoever wants to go on from there; undefined: from nowhere. */
  readonly onId: (id: string | undefined) => void;
  /** So many milliseconds are to be waited before the server is asked again. */
  readonly onRetry: (ms: number) => void;
}

/** What a line of an event takes in memory beside its bytes: an event of short lines would take many times its size. Bytes. */
const lineBytes = 64;

/** The type of an event that names none. */
const message = 'message';

/** Characters of a type that are looked at. */
const maxType = 64;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** A text as the value of a header: its UTF-8. Undefined when there is something in it that no header can hold. */
function asHeader(text: string): string | undefined {
  const bytes = Buffer.from(text.slice(0, 4097), 'utf8').toString('latin1');
  return /^[\t\x20-\x7e\x80-\xff]{1,4096}$/.test(bytes) ? bytes : undefined;
}

/** Server-sent events from bytes, behind a limit. Source: HTML, 9.2.5 and 9.2.6. */
export class SseReader {
  readonly #options: SseReaderOptions;
  readonly #lines: LineDecoder;
  #wasCarriageReturn = false;
  #isFirstLine = true;
  /** The event that has not ended. */
  #data: string[] = [];
  #eventBytes = 0;
  #type = message;
  #isInvalidUtf8 = false;
  /** Null: it gives none. */
  #id: string | undefined | null = null;

  constructor(options: SseReaderOptions) {
    this.#options = options;
    this.#lines = new LineDecoder({
      maxLineBytes: options.maxEventBytes,
      onLine: (line, bytes) => this.#read(line, bytes),
    });
  }

  /** Of the event, and of the line, that has begun and has not ended. */
  get unfinishedBytes(): number {
    return this.#lines.pendingBytes + this.#eventBytes;
  }

  /** Takes a chunk. False: an event is larger than it may be; everything was let go. */
  push(chunk: Buffer): boolean {
    const fits = this.#lines.push(this.#withLineFeeds(chunk));
    if (fits && this.unfinishedBytes <= this.#options.maxEventBytes) return true;
    this.#lines.clear();
    this.#begin();
    return false;
  }

  /** Lines end in CR, LF or both; a line that ends in CR has ended, whatever comes next. */
  #withLineFeeds(chunk: Buffer): Buffer {
    if (!this.#wasCarriageReturn && !chunk.includes(carriageReturn)) return chunk;
    const lines = Buffer.allocUnsafe(chunk.length);
    let length = 0;
    for (const byte of chunk) {
      const isSecondHalf = this.#wasCarriageReturn && byte === lineFeed;
      this.#wasCarriageReturn = byte === carriageReturn;
      if (isSecondHalf) continue;
      lines[length] = this.#wasCarriageReturn ? lineFeed : byte;
      length += 1;
    }
    return lines.subarray(0, length);
  }

  #read(given: string, bytes: number): void {
    const line = this.#isFirstLine && given.startsWith('\ufeff') ? given.slice(1) : given;
    this.#isFirstLine = false;
    // A character that the server meant has three bytes on both sides; one put in for something else mostly has not.
    if (line.includes('\ufffd') && Buffer.byteLength(given) !== bytes) this.#isInvalidUtf8 = true;
    const colon = line.indexOf(':');
    if (line === '') this.#end();
    else if (colon === 0) this.#options.onNothing(line.length);
    else if (colon === -1) this.#set(line, '', bytes);
    else this.#set(line.slice(0, colon), line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1), bytes);
  }

  #set(field: string, value: string, bytes: number): void {
    switch (field) {
      case 'data':
        this.#data.push(value);
        break;
      case 'event':
        this.#type = value === '' ? message : value.slice(0, maxType);
        break;
      case 'id':
        if (!value.includes('\0')) this.#id = asHeader(value);
        break;
      case 'retry':
        if (/^\d+$/.test(value)) this.#options.onRetry(Number(value));
        break;
      default:
        return this.#options.onNothing(field.length + value.length);
    }
    this.#eventBytes += bytes + lineBytes; // whatever it is: an event need not end
    return undefined;
  }

  #end(): void {
    const { onEvent, onOther, onNothing, onId } = this.#options;
    const isEmpty = this.#data.length === 0;
    const bytes = this.#eventBytes;
    const data = this.#data.join('\n');
    const type = this.#type;
    const isInvalidUtf8 = this.#isInvalidUtf8;
    const id = this.#id;
    this.#begin();
    if (id !== null) onId(id);
    if (isEmpty) onNothing(bytes);
    else if (type !== message) onOther({ type, data });
    else if (data === '') onNothing(bytes);
    else onEvent({ data, isInvalidUtf8: isInvalidUtf8 && data.includes('\ufffd') });
  }

  #begin(): void {
    this.#data = [];
    this.#eventBytes = 0;
    this.#type = message;
    this.#isInvalidUtf8 = false;
    this.#id = null;
  }
}
