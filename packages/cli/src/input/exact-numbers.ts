/** A text, or a number: what else there is in JSON does not matter here. */
const tokens = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Whether a number arrives as what it is. A whole number beyond 2^53 would become its neighbour without a word (the id of
 * somebody else), and what is too large for any number would become null.
 */
export function isExact(text: string): boolean {
  const number = Number(text);
  if (!Number.isFinite(number)) return false;
  // What is sent is its shortest form, which may be what was typed where its value is not.
  return !/^-?\d+$/.test(text) || String(number) === text || BigInt(text) === BigInt(number);
}

/** The first number in a text that is JSON which would become another one; undefined when there is none. */
export function inexactNumberIn(json: string): string | undefined {
  tokens.lastIndex = 0;
  for (let found = tokens.exec(json)?.[0]; found !== undefined; found = tokens.exec(json)?.[0]) {
    if (found === '"') tokens.lastIndex = endOfText(json, tokens.lastIndex);
    else if (!isExact(found)) return found;
  }
  return undefined;
}

/** Behind the closing quote. Not by the expression above: what is in a text may be megabytes. */
function endOfText(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
  return json.length;
}
