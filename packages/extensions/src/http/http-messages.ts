import { decodeLine } from '../wire/codec.ts';
import type { Incoming } from '../wire/message.ts';
import type { ResolvedHttpOptions } from './http-options.ts';

/** A text that may be a message, as it came. */
export interface ReceivedText {
  readonly text: string;
  readonly bytes: number;
  readonly isInvalidUtf8: boolean;
}

/** The way from the texts of a server to its messages: whoever reads along, then each sorted by what it is. */
export class HttpMessages {
  readonly #options: ResolvedHttpOptions;
  readonly #deliver: (message: Incoming) => void;

  constructor(options: ResolvedHttpOptions, deliver: (message: Incoming) => void) {
    this.#options = options;
    this.#deliver = deliver;
  }

  /** What a text is, after whoever reads along has seen it. */
  read({ text, bytes, isInvalidUtf8 }: ReceivedText): Incoming {
    this.#options.onLine?.(text, bytes);
    const message = decodeLine(text, bytes, this.#options);
    if (!isInvalidUtf8 || message.kind === 'noise' || message.kind === 'malformed') return message;
    return { ...message, invalidUtf8: true } as Incoming;
  }

  deliver(message: Incoming): void {
    this.#deliver(message);
  }

  /** Bytes that say nothing. */
  noise(bytes: number): void {
    this.#deliver({ kind: 'noise', bytes, sample: '' });
  }
}
