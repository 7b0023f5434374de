import type { Failure } from '../errors.ts';
import { decodeLine } from '../wire/codec.ts';
import type { Incoming } from '../wire/message.ts';
import type { ResolvedHttpOptions } from './http-options.ts';
import type { SentSecrets } from './sent-secrets.ts';

/** A text that may be a message, as it came. */
export interface ReceivedText {
  readonly text: string;
  readonly bytes: number;
  readonly isInvalidUtf8: boolean;
}

/** The way from the texts of a server to its messages: whoever reads along, then each sorted by what it is. */
export class HttpMessages {
  readonly #options: ResolvedHttpOptions;
  readonly #secrets: SentSecrets;
  readonly #deliver: (message: Incoming) => void;

  constructor(options: ResolvedHttpOptions, secrets: SentSecrets, deliver: (message: Incoming) => void) {
    this.#options = options;
    this.#secrets = secrets;
    this.#deliver = deliver;
  }

  /** What a text is, after whoever reads along has seen it. */
  read({ text, bytes, isInvalidUtf8 }: ReceivedText): Incoming {
    this.#options.onLine?.(text, bytes);
    const message = decodeLine(text, bytes, this.#options);
    if (!isInvalidUtf8 || message.kind === 'noise' || message.kind === 'malformed') return message;
    return { ...message, invalidUtf8: true } as Incoming;
  }

  /** The words of an error go far: what the server says back of our headers is taken out of them. */
  deliver(message: Incoming): void {
    if (message.kind !== 'error') return this.#deliver(message);
    const { error } = message;
    return this.#deliver({ ...message, error: { ...error, message: this.#secrets.hide(error.message) } });
  }

  /** No answer will come. */
  unanswered(id: number, failure: Failure): void {
    const message = this.#secrets.hide(failure.message);
    this.#deliver({ kind: 'unanswered', id, failure: { ...failure, message }, bytes: 0 });
  }

  /** Bytes that say nothing. */
  noise(bytes: number): void {
    this.#deliver({ kind: 'noise', bytes, sample: '' });
  }
}
