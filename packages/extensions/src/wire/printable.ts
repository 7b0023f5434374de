/** Characters kept of something untrusted that is shown to a person. */
const sampleLength = 160;

/**
 * What would be obeyed, or not be seen: control characters (also those that move a terminal's cursor, and those that turn the
 * direction of writing), line ends of any kind, and characters without a shape, in which a whole message can be hidden (the
 * tags of Unicode among them). Joiners stay, and the two selectors that say whether a sign is a picture.
 */
const unseen =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/gu;

/** A bounded, printable piece of untrusted text: what is `unseen` becomes its escape, and what is cut off is said. */
export function printable(text: string, length: number = sampleLength): string {
  // A copy: a slice would keep the whole text alive for as long as it lives itself.
  const cut = text.length > length ? Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le') : text;
  const safe = cut.replace(unseen, escape);
  return cut.length < text.length ? `${safe.toWellFormed()}… (${text.length} characters)` : safe.toWellFormed();
}

/** What somebody threw, or gave as a reason, in printable words: it may be anything, and refuse to say what it is. */
export function wordsOf(thrown: unknown, otherwise: string): string {
  return printable(allWordsOf(thrown, otherwise));
}

/** The same as it is: for whoever takes out of it what is secret, before it is cut. */
export function allWordsOf(thrown: unknown, otherwise: string): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return otherwise;
  }
}

function escape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xff_ff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
