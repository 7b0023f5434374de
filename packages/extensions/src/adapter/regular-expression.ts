/** A regular expression of ECMA-262, in the words of RE2. */
export interface Translated {
  readonly re2: string;
  /** About the instructions of its program. */
  readonly size: number;
}

/** What white space is in ECMA-262; RE2 only knows the ASCII ones. */
const spaces = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const noSpaces = String.raw`\x00-\x08\x0e-\x1f!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;
const anything = String.raw`[\x00-\x{10ffff}]`;
const nothing = String.raw`[^\x00-\x{10ffff}]`;
/** A class of Unicode has hundreds of ranges. */
const unicodeClassSize = 20;
/** RE2 copies what is repeated, and does not go further. */
const maxRepeat = 1_000;

/**
 * Translates what a schema may hold as `pattern`, or says what of it has no counterpart that takes linear time. Also what
 * ECMA-262 does not have and other languages mean differently (`\Z`) is refused; groups with flags are taken as RE2 does.
 */
export function translate(source: string): Translated | { readonly problem: string } {
  try {
    return new Translator(source).run();
  } catch (error) {
    if (error instanceof Untranslatable) return { problem: error.message };
    throw error;
  }
}

class Untranslatable extends Error {}

/** What was read of a group: its size, and the size of its last item, which a repeat multiplies. */
interface Group {
  size: number;
  last: number;
}

/** Each is tried where the reading is, and nowhere else. */
const plainRun = /[^\\[\](){}.*+?|$]{2,}/y;
const lookAround = /\(\?<?[=!]/y;
const flagged = /\(\?[a-zA-Z-]+[:)]/y;
const named = /\(\?P?</y;
const repeat = /\{(\d+)(?:,(\d*))?\}/y;
const unicode = /\\u(?:([dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})|([\da-fA-F]{4})|\{([\da-fA-F]{1,6})\})/y;
const byte = /\\x[\da-fA-F]{2}/y;
const control = /\\c[A-Za-z]/y;
const property = /\\[pP]\{[A-Za-z_=]{1,60}\}/y;

class Translator {
  readonly #source: string;
  #at = 0;
  #re2 = '';
  readonly #groups: Group[] = [{ size: 0, last: 0 }];

  constructor(source: string) {
    this.#source = source;
  }

  run(): Translated {
    while (this.#at < this.#source.length) this.#next();
    const sizes = this.#groups.map(({ size, last }) => size + last);
    return { re2: this.#re2, size: sizes.reduce((sum, size) => sum + size, 0) };
  }

  #next(): void {
    const character = this.#source.charAt(this.#at);
    switch (character) {
      case '\\':
        return this.#escape(false);
      case '[':
        return this.#class();
      case '(':
        return this.#open();
      case ')':
        return this.#close();
      case '{':
        return this.#repeat();
      case '.':
        return this.#item(1, String.raw`[^\n\r\x{2028}\x{2029}]`, 1);
      case '$':
        return this.#item(1, String.raw`\z`, 1);
      case '*':
      case '+':
      case '?':
      case '|':
        return this.#write(1, character);
      default: {
        const [run = character] = this.#match(plainRun) ?? [];
        // A repeat after it is of its last character.
        const last = /.$/su.exec(run)?.[0] ?? '';
        if (run.length > last.length) this.#item(run.length - last.length, run.slice(0, -last.length), run.length);
        return this.#item(last.length, last, 1);
      }
    }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#source);
  }

  #write(read: number, re2: string): void {
    this.#at += read;
    this.#re2 += re2;
  }

  #item(read: number, re2: string, size: number): void {
    this.#write(read, re2);
    const group = this.#groups.at(-1);
    if (!group) return;
    group.size += group.last;
    group.last = size;
  }

  #open(): void {
    const [look] = this.#match(lookAround) ?? [];
    if (look !== undefined) throw new Untranslatable(look.includes('<') ? 'looks behind' : 'looks ahead');
    const [flags] = this.#match(flagged) ?? [];
    if (flags?.includes('m')) throw new Untranslatable('has a flag that is not known');
    this.#groups.push({ size: 0, last: 0 });
    const [name] = this.#match(named) ?? [];
    if (name !== undefined) return this.#write(name.length, '(?P<');
    if (flags === undefined) {
      const start = this.#source.startsWith('(?:', this.#at) ? '(?:' : '(';
      return this.#write(start.length, start);
    }
    this.#write(flags.length - 1, flags.slice(0, -1));
    if (flags.endsWith(':')) this.#write(1, ':');
  }

  #close(): void {
    const { size, last } = (this.#groups.length > 1 ? this.#groups.pop() : undefined) ?? { size: 0, last: 0 };
    this.#item(1, ')', size + last + 2);
  }

  #repeat(): void {
    const [text, least, most] = this.#match(repeat) ?? [];
    if (text === undefined) return this.#item(1, String.raw`\{`, 1);
    const times = Math.max(Number(least), Number(most ?? 0), 1);
    if (times > maxRepeat) throw new Untranslatable(`repeats more than ${maxRepeat} times`);
    this.#write(text.length, text);
    const group = this.#groups.at(-1);
    if (group) group.last *= times;
  }

  #class(): void {
    const isNegated = this.#source[this.#at + 1] === '^';
    const start = this.#at + (isNegated ? 2 : 1);
    if (this.#source[start] === ']') return this.#item(start + 1 - this.#at, isNegated ? anything : nothing, 1);
    this.#item(start - this.#at, isNegated ? '[^' : '[', 1);
    for (;;) {
      const character = this.#source[this.#at];
      if (character === undefined) throw new Untranslatable('has a class without an end');
      if (character === '\\') this.#escape(true);
      else this.#write(1, character === '[' ? String.raw`\[` : character);
      if (character === ']') return;
    }
  }

  #escape(isInClass: boolean): void {
    const emit = (read: number, re2: string, size = 1): void =>
      isInClass ? this.#write(read, re2) : this.#item(read, re2, size);
    const ranges = (text: string): string => (isInClass ? text : `[${text}]`);
    const escaped = this.#source[this.#at + 1] ?? '';
    switch (escaped) {
      case 's':
        return emit(2, ranges(spaces));
      case 'S':
        return emit(2, ranges(noSpaces));
      case 'd':
      case 'D':
      case 'w':
      case 'W':
      case 'n':
      case 'r':
      case 't':
      case 'f':
      case 'v':
        return emit(2, `\\${escaped}`);
      case 'b':
        return emit(2, isInClass ? String.raw`\x08` : String.raw`\b`);
      case 'u': {
        const [text = '', pair, lone, braced] = this.#match(unicode) ?? [];
        const code = pair === undefined ? (lone ?? braced) : surrogates(pair).toString(16);
        return code === undefined ? unknownEscape() : emit(text.length, `\\x{${code}}`);
      }
      case 'x': {
        const [text] = this.#match(byte) ?? [];
        return text === undefined ? unknownEscape() : emit(4, text);
      }
      case 'c': {
        const [text] = this.#match(control) ?? [];
        return text === undefined ? unknownEscape() : emit(3, `\\x{${(text.charCodeAt(2) % 32).toString(16)}}`);
      }
      case 'p':
      case 'P': {
        const [text] = this.#match(property) ?? [];
        if (text === undefined) return unknownEscape();
        return emit(text.length, text.replace(/\{(?:Script|sc|General_Category|gc)=/, '{'), unicodeClassSize);
      }
      default:
        return this.#otherEscape(escaped, isInClass, emit);
    }
  }

  #otherEscape(escaped: string, isInClass: boolean, emit: (read: number, re2: string) => void): void {
    if (escaped === 'B' && !isInClass) return emit(2, String.raw`\B`);
    if (escaped === '0' && !/\d/.test(this.#source[this.#at + 2] ?? '')) return emit(2, String.raw`\x00`);
    if (/^[1-9k]/.test(escaped)) throw new Untranslatable('refers back to what it matched');
    // A letter means something in some language, and not the same in all.
    if (/^[A-Za-z0-9]?$/.test(escaped)) return unknownEscape();
    return /^[\x21-\x7e]$/.test(escaped) ? emit(2, `\\${escaped}`) : emit(1, '');
  }
}

function unknownEscape(): never {
  throw new Untranslatable('has an escape that is not known');
}

/** The code point of a pair as `d83d\ude00`. */
function surrogates(pair: string): number {
  const [high, low] = pair.split('\\u').map((hex) => Number.parseInt(hex, 16));
  return 0x10000 + (((high ?? 0) - 0xd800) << 10) + ((low ?? 0) - 0xdc00);
}
