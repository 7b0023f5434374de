import type { Dropped } from '../calculator/client/message.ts';
import { isObject } from '../calculator/client/message.ts';
import type { Host } from './host.ts';
import { columns, displayWidth, padTo, printable, shortened, wrapJson } from './text.ts';
import { wordsIn, type Words } from './words.ts';

export type Direction = 'sent' | 'received';

/** More of one line than this says nothing new. */
const MAX_CHARACTERS = 700;

export const arrows: Readonly<Record<Direction, string>> = { sent: '→', received: '←' };

/** The method of a message; undefined for an answer, and for what is no message. */
export function methodOf(line: string): string | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return isObject(message) && typeof message['method'] === 'string' ? message['method'] : undefined;
  } catch {
    return undefined;
  }
}

/** Shows the wire, line by line: when, which way, what. Symbol and word, so that it can be heard as well as seen. */
export class Trace {
  readonly #out: Host['out'];
  readonly #words: Words;
  readonly #headings: Map<string, string>;
  readonly #startedMs = performance.now();

  /** `headings`: what is printed before the first message of a method that we send. */
  constructor({ out, language }: Pick<Host, 'out' | 'language'>, headings: Readonly<Record<string, string>> = {}) {
    this.#out = out;
    this.#words = wordsIn[language];
    this.#headings = new Map(Object.entries(headings));
  }

  readonly onWire = (direction: Direction, line: string): void => {
    const method = direction === 'sent' ? methodOf(line) : undefined;
    const heading = this.#headings.get(method ?? '');
    if (heading !== undefined) {
      this.#headings.delete(method ?? '');
      this.#out();
      this.#out(heading);
    }
    this.#show(arrows[direction], this.#words[direction], shortened(line, MAX_CHARACTERS, this.#words.cut));
  };

  readonly onDropped = (why: Dropped): void => this.#show('!', this.#words.dropped, this.#words.why[why]);

  /** Something that happened, at its time, in one line. */
  note(text: string): void {
    this.#show('■', '', text);
  }

  #show(symbol: string, word: string, text: string): void {
    const ms = String(Math.round(performance.now() - this.#startedMs)).padStart(5);
    const { sent, received, dropped } = this.#words;
    const width = Math.max(...[sent, received, dropped].map(displayWidth));
    const prefix = `${ms} ms ${symbol} ${word === '' ? '' : `${padTo(word, width)} `}`;
    const indent = ' '.repeat(displayWidth(prefix));
    const lines = wrapJson(printable(text), columns - displayWidth(prefix));
    for (const [at, line] of lines.entries()) this.#out(`${at === 0 ? prefix : indent}${line}`.trimEnd());
  }
}
