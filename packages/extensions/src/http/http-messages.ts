import type { Failure } from '../errors.ts';
import { decodeLine } from '../wire/codec.ts';
import { isJsonObject, type Incoming } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';
import type { ResolvedHttpOptions } from './http-options.ts';
import type { SentSecrets } from './sent-secrets.ts';

/** Characters of a text that are looked at for its sample. */
const maxHidden = 64 * 1024;

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
    const message = this.#shown(decodeLine(text, bytes, this.#options), text);
    if (!isInvalidUtf8 || message.kind === 'noise' || message.kind === 'malformed') return message;
    return { ...message, invalidUtf8: true } as Incoming;
  }

  /** What is told of a message goes far: what the server says back of our headers is taken out of it. */
  deliver(message: Incoming): void {
    switch (message.kind) {
      case 'error':
        return this.#deliver({ ...message, error: this.#secrets.hideInError(message.error) });
      case 'request':
      case 'notification':
        return this.#deliver({ ...message, method: this.#secrets.hide(message.method) });
      case 'batch':
        return this.#deliver({ ...message, entries: message.entries.map((entry) => this.#entry(entry)) });
      case 'result':
      case 'unanswered':
      case 'malformed':
      case 'noise':
        return this.#deliver(message);
      default:
        return message satisfies never;
    }
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

  /** A sample is the beginning of the text. Cut first, it could end within a secret. */
  #shown(message: Incoming, text: string): Incoming {
    if (!('sample' in message)) return message;
    const beginning = text.slice(0, maxHidden);
    const clean = this.#secrets.hide(beginning);
    return clean === beginning ? message : { ...message, sample: printable(clean) };
  }

  /** As it came, whatever it is: an array is taken apart later. */
  #entry(entry: unknown): unknown {
    if (!isJsonObject(entry)) return entry;
    const { error, method } = entry;
    return {
      ...entry,
      ...(typeof method === 'string' && { method: this.#secrets.hide(method) }),
      ...(isJsonObject(error) && { error: this.#secrets.hideInError(error) }),
    };
  }
}
