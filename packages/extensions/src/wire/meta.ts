import type { JsonObject } from './message.ts';

/** The members of an object as JSON, in ASCII, without the braces: written once, put into the `_meta` of many messages. */
export function metaMembers(meta: JsonObject): string {
  const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(meta)
    .slice(1, -1)
    .replaceAll(/[\u0080-\uffff]/g, escaped);
}

/** The same with the token that progress of one request carries, if it has one. */
export function withProgressToken(members: string, token: number | undefined): string {
  if (token === undefined) return members;
  return `${members}${members === '' ? '' : ','}"progressToken":${token}`;
}
