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

class Translator {
  readonly #source: string;
  #at = 0;
  #re2 = '';
  #groups: Group[] = [{ size: 0, last: 0 }];

  constructor(source: string) {
    this.#source = source;
  }

  run(): Translated {
    while (this.#at < this.#source.length) this.#next();
    const sizes = this.#groups.map(({ size, last }) => size + last);
    return { re2: this.#re2, size: sizes.reduce((sum, size) => sum + size, 0) };
  }

  #next(): void {
    const rest = this.#source.slice(this.#at, this.#at + 24);
    const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
    switch (character) {
      case '\\':
        this.#escape(rest, false);
        break;
      case '[':
        this.#class();
        break;
      case '(':
        this.#open(rest);
        break;
      case ')':
        this.#close();
        break;
      case '{':
        this.#repeat(rest);
        break;
      case '.':
        this.#item(1, String.raw`[^\n\r\x{2028}\x{2029}]`, 1);
        break;
      case '$':
        this.#item(1, String.raw`\z`, 1);
        break;
      case '*':
      case '+':
      case '?':
      case '|':
        this.#write(1, character);
        break;
      default:
        this.#item(character.length, character, 1);
    }
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

  #open(rest: string): void {
    const [look] = /^\(\?<?[=!]/.exec(rest) ?? [];
    if (look !== undefined) throw new Untranslatable(look.includes('<') ? 'looks behind' : 'looks ahead');
    const [flags] = /^\(\?[a-zA-Z-]+[:)]/.exec(rest) ?? [];
    if (flags?.includes('m')) throw new Untranslatable('has a flag that is not known');
    this.#groups.push({ size: 0, last: 0 });
    const [named] = /^\(\?P?</.exec(rest) ?? [];
    if (named !== undefined) this.#write(named.length, '(?P<');
    else if (flags !== undefined) this.#write(flags.length - 1, flags.slice(0, -1));
    else this.#write(rest.startsWith('(?:') ? 3 : 1, rest.startsWith('(?:') ? '(?:' : '(');
    if (flags?.endsWith(':')) this.#write(1, ':');
  }

  #close(): void {
    const { size, last } = (this.#groups.length > 1 ? this.#groups.pop() : undefined) ?? { size: 0, last: 0 };
    this.#item(1, ')', size + last + 2);
  }

  #repeat(rest: string): void {
    const [text, least, most] = /^\{(\d+)(?:,(\d*))?\}/.exec(rest) ?? [];
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
    while (this.#at < this.#source.length && this.#source[this.#at] !== ']') {
      const rest = this.#source.slice(this.#at, this.#at + 24);
      if (rest.startsWith('\\')) this.#escape(rest, true);
      else if (rest.startsWith('[')) this.#write(1, String.raw`\[`);
      else this.#write(1, rest[0] ?? '');
    }
    if (this.#at >= this.#source.length) throw new Untranslatable('has a class without an end');
    this.#write(1, ']');
  }

  #escape(rest: string, isInClass: boolean): void {
    const emit = (read: number, re2: string, size = 1): void =>
      isInClass ? this.#write(read, re2) : this.#item(read, re2, size);
    const inClass = (ranges: string): string => (isInClass ? ranges : `[${ranges}]`);
    const [, pair, lone, braced] =
      /^\\u(?:([dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})|([\da-fA-F]{4})|\{([\da-fA-F]{1,6})\})/.exec(
        rest,
      ) ?? [];
    const code = pair === undefined ? (lone ?? braced) : surrogates(pair).toString(16);
    if (code !== undefined) return emit(pair ? 12 : braced ? braced.length + 4 : 6, `\\x{${code}}`);
    const [byte] = /^\\x[\da-fA-F]{2}/.exec(rest) ?? [];
    if (byte !== undefined) return emit(4, byte);
    const [control] = /^\\c[A-Za-z]/.exec(rest) ?? [];
    if (control !== undefined) return emit(3, `\\x{${(control.charCodeAt(2) % 32).toString(16)}}`);
    const [property] = /^\\[pP]\{[A-Za-z_=]+\}/.exec(this.#source.slice(this.#at, this.#at + 64)) ?? [];
    if (property !== undefined) {
      return emit(property.length, property.replace(/\{(?:Script|sc|General_Category|gc)=/, '{'), unicodeClassSize);
    }
    const escaped = rest.slice(1, 2);
    if (escaped === 's') return emit(2, inClass(spaces));
    if (escaped === 'S') return emit(2, inClass(noSpaces));
    if (escaped === 'b' && isInClass) return emit(2, String.raw`\x08`);
    if (escaped === '0' && !/^\d/.test(rest.slice(2))) return emit(2, String.raw`\x00`);
    if (/^[1-9k]/.test(escaped)) throw new Untranslatable('refers back to what it matched');
    if (/^[dDwWnrtfv]/.test(escaped) || (/^[bB]/.test(escaped) && !isInClass)) return emit(2, `\\${escaped}`);
    // A letter means something in some language, and not the same in all.
    if (/^[A-Za-z0-9]?$/.test(escaped)) throw new Untranslatable(`has an escape that is not known`);
    if (/^[\x21-\x7e]$/.test(escaped)) return emit(2, `\\${escaped}`);
    return emit(1, '');
  }
}

/** The code point of a pair as `d83d\ude00`. */
function surrogates(pair: string): number {
  const [high, low] = pair.split('\\u').map((hex) => Number.parseInt(hex, 16));
  return 0x10000 + (((high ?? 0) - 0xd800) << 10) + ((low ?? 0) - 0xdc00);
}
