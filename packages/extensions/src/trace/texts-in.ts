import { readMember } from './read-member.ts';

const maxTexts = 500;
/** Values that are looked at, and members of one of them. */
const maxValues = 5_000;
const maxMembers = 1_000;
/** Characters of one text that are looked at. */
const maxLength = 4_096;
/** Characters of all of them. */
const maxCharacters = 256 * 1024;
/** Digits from which a number says more than a number. */
const minDigits = 6;

/**
 * The texts in a value, at any depth, and its long numbers: what one would know it by. Bounded, and never throws: the value may
 * be anything.
 */
export function textsIn(value: unknown): readonly string[] {
  const texts = new Set<string>();
  const seen = new Set<unknown>();
  const values = [value];
  let characters = 0;
  for (let at = 0; at < values.length && at < maxValues; at += 1) {
    if (texts.size === maxTexts || characters > maxCharacters) break;
    const one = values[at];
    if (typeof one === 'string') {
      const text = one.slice(0, maxLength);
      if (!texts.has(text)) characters += text.length;
      texts.add(text);
    } else if (typeof one === 'number' && String(one).length >= minDigits) texts.add(String(one));
    else if (typeof one === 'object' && one !== null && !seen.has(one)) {
      seen.add(one);
      values.push(...membersOf(one).map((key) => readMember(one, key)));
    }
  }
  return [...texts];
}

function membersOf(value: object): string[] {
  try {
    if (ArrayBuffer.isView(value)) return [];
    if (Array.isArray(value)) return Array.from({ length: Math.min(value.length, maxMembers) }, (_, at) => String(at));
    return Object.keys(value).slice(0, maxMembers);
  } catch {
    return []; // a Proxy
  }
}
