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
 * part of one, and somebody may have cut that: so parts are found too, from 16 characters on, or from 6 at a cut. The cost is
 * that of looking for each sixteenth of each value in the text.
 */
export function withoutValues(text: string, values: readonly string[], mark: string): string {
  const spans = values.flatMap((value) => spansOf(text, value));
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
  if (value.length < minAnywhere) return wholeWords(text, value);
  const looked = value.slice(0, maxLooked);
  const spans = partsFrom(text, looked, 0, minBeforeCut);
  const done = new Set<string>();
  for (let from = minPart; from + minPart <= looked.length; from += minPart) {
    const part = looked.slice(from, from + minPart);
    // A value that repeats itself is not looked for again and again.
    if (!done.has(part)) spans.push(...partsFrom(text, looked, from, minPart));
    done.add(part);
  }
  return spans;
}

/** Where `length` characters of the value stand in the text, and all that fits before and behind them. */
function partsFrom(text: string, value: string, from: number, length: number): Span[] {
  const anchor = value.slice(from, from + length);
  const spans: Span[] = [];
  let free = 0;
  for (let at = text.indexOf(anchor); at !== -1; at = text.indexOf(anchor, Math.max(free, at + 1))) {
    let [start, before] = [at, from];
    while (start > free && before > 0 && text[start - 1] === value[before - 1])
      [start, before] = [start - 1, before - 1];
    let [end, behind] = [at + length, from + length];
    while (behind < value.length && text[end] === value[behind]) [end, behind] = [end + 1, behind + 1];
    const found = end - start;
    const isCut = before === 0 && (end === text.length || text[end] === '…' || text.startsWith('...', end));
    if (found < Math.min(value.length, minPart) && !isCut) continue;
    spans.push({ start, end });
    free = end;
  }
  return spans;
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
