/** Characters of one text that go into a page. More than any view shows at once; a reader of a whole text has the trace. */
export const longestText = 20_000;

/** A copy of a JSON value in which no text is longer than that. What was cut off is said. */
export function boundedTexts<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? bounded(part) : part)),
  ) as T;
}

function bounded(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}… (${text.length} characters)`;
}
