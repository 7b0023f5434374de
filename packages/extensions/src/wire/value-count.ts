import { endOfString } from './hidden-answers.ts';

const quote = 0x22;
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
