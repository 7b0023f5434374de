/**
 * JSON that can stand in a `<script>` element, whatever is in it: no `<` can close the element or open a comment, and the
 * result is valid JavaScript too. Control characters and lone surrogates are escaped by `JSON.stringify` itself.
 */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
