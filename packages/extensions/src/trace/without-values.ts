/** Shorter values stand in every text, and say nothing. */
const minLength = 4;
/** Shorter ones count as whole words alone. */
const minAnywhere = 8;
/** So much of a value is as good as all of it. */
const minPart = 16;
/** So much, where the text was cut off behind it. */
const minBeforeCut = 6;
/** Characters of one value that are looked for. */
const maxLooked = 4_096;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The text without values that are known and do not belong in it; a mark stands in their place. A server may have repeated a
 * part of one, and somebody may have cut that: so parts are found too, from 16 characters on, or from 6 at a cut.
 */
export function withoutValues(text: string, values: readonly string[], mark: string): string {
  const spans = [...values.flatMap((value) => spansOf(text, value)), ...partsIn(text, values)];
  return withSpans(
    text,
    spans.toSorted((a, b) => a.start - b.start),
    mark,
  );
}

/** The text with each such word replaced: neither letter nor digit stands beside it. */
export function withoutWord(text: string, word: string, mark: string): string {
  return withSpans(text, wholeWords(text, word), mark);
}

/** Spans in the order of their starts; those that overlap, or follow at once, become one hole. */
function withSpans(text: string, spans: readonly Span[], mark: string): string {
  let kept = '';
  let done = -1;
  for (const { start, end } of spans) {
    if (start > done) kept += text.slice(Math.max(done, 0), start) + mark;
    done = Math.max(done, end);
  }
  return kept + text.slice(Math.max(done, 0));
}

function spansOf(text: string, value: string): readonly Span[] {
  if (value.length < minLength) return [];
  return value.length < minAnywhere ? wholeWords(text, value) : beginnings(text, value.slice(0, maxLooked));
}

/** Where the value stands, or at a cut its beginning. Of longer ones any part will do, see `partsIn`. */
function beginnings(text: string, value: string): Span[] {
  const least = Math.min(value.length, minPart);
  const anchor = value.slice(0, minBeforeCut);
  const spans: Span[] = [];
  let next = 0;
  for (let start = text.indexOf(anchor); start !== -1; start = text.indexOf(anchor, next)) {
    let found = minBeforeCut;
    while (found < least && text[start + found] === value[found]) found += 1;
    const end = start + found;
    const isCut = end === text.length || text[end] === '…' || text.startsWith('...', end);
    if (found === least || isCut) spans.push({ start, end });
    next = found === least ? end : start + 1;
  }
  return spans;
}

/**
 * Where 16 characters of a value stand, wherever in it they are; what is longer is many of these. Each place in the text is
 * written down once, each piece of a value is looked up once: so the cost grows with the two of them, whatever they repeat.
 */
function partsIn(text: string, values: readonly string[]): Span[] {
  if (text.length < minPart) return [];
  const places = new Map<string, number[]>();
  const hints = new Uint8Array(hintCount);
  for (let at = 0; at + minPart <= text.length; at += 1) {
    const piece = text.slice(at, at + minPart);
    const same = places.get(piece);
    if (same === undefined) places.set(piece, [at]);
    else same.push(at);
    hints[hintAt(text, at)] = 1;
  }
  const spans: Span[] = [];
  for (const value of values) {
    const last = Math.min(value.length, maxLooked) - minPart;
    for (let from = 0; from <= last; from += 1) {
      if (hints[hintAt(value, from)] === 0) continue;
      const piece = value.slice(from, from + minPart);
      for (const start of places.get(piece) ?? []) spans.push({ start, end: start + minPart });
      places.delete(piece); // it is taken out already
    }
  }
  return spans;
}

const hintCount = 65_536;

/** What a piece is like: mostly it says without more that a piece is not in the text, and there are many pieces. */
function hintAt(text: string, at: number): number {
  const [first, middle, last] = [text.charCodeAt(at), text.charCodeAt(at + 7), text.charCodeAt(at + minPart - 1)];
  return (first * 7 + middle * 131 + last * 2_053) % hintCount;
}

function wholeWords(text: string, word: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
    const end = at + word.length;
    if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[end])) spans.push({ start: at, end });
  }
  return spans;
}

function isPartOfWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
