import type { Host } from '../host.ts';
import { untilAborted } from './until-aborted.ts';

/** The longest answer that is kept. */
const maxAnswer = 4_096;

/** Keys of a terminal that gives them one by one. */
const keys = { interrupt: '\u0003', end: '\u0004', erase: ['\u0008', '\u007f'], eraseAll: '\u0015' };

// oxlint-disable-next-line no-control-regex -- they are what ends an answer that is given key by key
const rawEnds = /[\r\n\u0003\u0004]/;

export interface QuestionOptions {
  /** The answer is a secret: it is not shown while it is typed. */
  readonly isHidden?: boolean;
}

/**
 * Questions to a person on a terminal, one after the other, whoever asks. An answer is a line, as the terminal gives it; what
 * was typed ahead of a question is its answer.
 */
export class Questions {
  readonly #host: Host;
  #chunks: AsyncIterator<unknown> | undefined;
  readonly #decoder = new TextDecoder();
  #typed = '';
  #isOver = false;
  #before: Promise<unknown> = Promise.resolve();

  constructor(host: Host) {
    this.#host = host;
  }

  /** False: there is nobody to ask. */
  get canAsk(): boolean {
    return this.#host.stdin.isTTY === true && this.#host.stderr.isTerminal;
  }

  /**
   * The answer, without the end of its line; undefined when nothing more comes.
   *
   * @throws whatever aborts the signal of the host
   */
  ask(question: string, options: QuestionOptions = {}): Promise<string | undefined> {
    const answer = this.#before.then(() => this.#ask(question, options));
    this.#before = answer.catch(() => {});
    return answer;
  }

  async #ask(question: string, { isHidden = false }: QuestionOptions): Promise<string | undefined> {
    const { stdin, stderr } = this.#host;
    const isRaw = isHidden && stdin.setRawMode !== undefined;
    // Before the question: who types as soon as he sees it is not to be echoed.
    if (isRaw) stdin.setRawMode?.(true);
    try {
      await stderr.write(question);
      return isRaw ? edited(await this.#line(rawEnds)) : await this.#line();
    } finally {
      if (isRaw) {
        stdin.setRawMode?.(false);
        await stderr.write('\n');
      }
    }
  }

  async #line(ends: RegExp = /\n/): Promise<string | undefined> {
    const { stdin, signal, interrupt } = this.#host;
    this.#chunks ??= stdin[Symbol.asyncIterator]();
    for (;;) {
      const end = ends.exec(this.#typed);
      if (end !== null) {
        const line = this.#typed.slice(0, end.index);
        this.#typed = this.#typed.slice(end.index + 1);
        if (end[0] === keys.interrupt) interrupt();
        signal.throwIfAborted();
        return end[0] === keys.end && line === '' ? undefined : line.replace(/\r$/, '');
      }
      if (this.#isOver) return undefined;
      const { value, done } = await untilAborted(this.#chunks.next(), signal);
      if (done === true) this.#isOver = true;
      else this.#typed = (this.#typed + this.#decoder.decode(value as Uint8Array, { stream: true })).slice(-maxAnswer);
    }
  }
}

/** What a terminal does by itself when it echoes: takes back what was erased. */
function edited(line: string | undefined): string | undefined {
  if (line === undefined) return undefined;
  const kept: string[] = [];
  for (const key of line) {
    if (keys.erase.includes(key)) kept.pop();
    else if (key === keys.eraseAll) kept.length = 0;
    else kept.push(key);
  }
  return kept.join('');
}
