/**
 * What a terminal would obey, or what would not be seen: control characters, those that turn the direction of writing, and
 * all other characters without a shape, the tags and variation selectors among them, in which a whole message can be hidden.
 * Joiners stay, and the two selectors that say whether a sign is a picture: scripts and emoji need them.
 */
const unseen =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Text of a server for a terminal: lines and tabs stay, everything that is not seen becomes its escape. A server could
 * otherwise move the cursor, hide a line of what is to be approved, or write into the clipboard (OSC 52).
 */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(unseen, escape).toWellFormed();
}

/** As `visible`, and in one line. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '\\n').replaceAll('\t', ' ');
}

function escape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xff_ff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** JSON that is the same after reading, and that a terminal shows as it is. */
export function visibleJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, undefined, indent) ?? 'null';
  return text.replace(unseen, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
