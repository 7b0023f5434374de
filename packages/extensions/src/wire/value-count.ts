const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const openBrace = 0x7b;

/**
 * Whether JSON has more objects, arrays and members than `max`. Strings are stepped over, however long; stops at the first
 * value too many. (What is no JSON gives any answer: it is refused later.)
 */
export function hasMoreValues(json: string, max: number): boolean {
  let count = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = endOfString(json, at);
    } else if (code === comma || code === openBracket || code === openBrace) {
      count += 1;
      if (count > max) return true;
    }
  }
  return false;
}

/** Where the string that begins at `start` ends: at its closing quote, or at the end of the text. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

/** A quote is escaped by an odd number of backslashes. */
function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0;
}
