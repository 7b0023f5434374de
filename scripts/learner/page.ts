import { stripVTControlCharacters } from 'node:util';
import { displayWidth, wrapText } from '../lesson/report/wrap-text.ts';
import { paint, type Tone } from './colour.ts';
import type { Terminal } from './context.ts';

const mostColumns = 80;
const leastColumns = 40;

interface Layout {
  /** Columns from the left. */
  readonly indent?: number;
  /** Columns that the following lines stand further in. */
  readonly hanging?: number;
  readonly tone?: Tone;
}

/** Writes text for people: wrapped, without cursor tricks, in colour only where the terminal wants it. */
export class Page {
  readonly columns: number;
  readonly #write: (text: string) => void;
  readonly #colour: boolean;

  constructor(terminal: Terminal) {
    this.columns = Math.min(mostColumns, Math.max(leastColumns, terminal.columns));
    this.#write = terminal.write;
    this.#colour = terminal.colour ?? false;
  }

  blank(): void {
    this.#write('\n');
  }

  /** One paragraph. */
  text(text: string, { indent = 0, hanging = 0, tone }: Layout = {}): void {
    const first = ' '.repeat(indent);
    for (const line of wrapText(
      first + this.#breakable(text, indent + hanging),
      this.columns,
      ' '.repeat(indent + hanging),
    )) {
      this.#write(`${tone && this.#colour ? paint(line, tone) : line}\n`);
    }
  }

  /** A line to copy, or code: never wrapped. */
  code(text: string, indent = 2): void {
    for (const line of text.split('\n')) this.#write(`${' '.repeat(line ? indent : 0)}${clean(line)}\n`);
  }

  /** Cuts what has no place to break (paths, hashes) so that no line is wider than the page. */
  #breakable(text: string, indent: number): string {
    const room = this.columns - indent - 2; // closing punctuation stays with its word
    return clean(text)
      .split(/(\s+|[\u2e80-\ua4cf\uff00-\uffef])/u)
      .map((word) => (displayWidth(word) <= room ? word : cut(word, room)))
      .join('');
  }
}

function cut(word: string, room: number): string {
  let width = 0;
  let pieces = '';
  for (const character of word) {
    width += displayWidth(character);
    if (width > room) {
      pieces += ' ';
      width = displayWidth(character);
    }
    pieces += character;
  }
  return pieces;
}

/** Cuts to a width on the terminal; a cut can be seen. */
export function cutTo(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let kept = '';
  let width = 1; // of the sign of the cut
  for (const character of text) {
    width += displayWidth(character);
    if (width > columns) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Pads to a width on the terminal, where a Chinese character takes two columns. */
export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

/** Takes out what could move the cursor or colour the screen: messages come from code that we do not know. */
function clean(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return stripVTControlCharacters(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\u00b7');
}
