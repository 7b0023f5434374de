import { sha256 } from '../base/sha256.ts';

/** A tool, as the configuration and its server name it. Two servers may have tools of the same name. */
export interface ToolKey {
  readonly serverName: string;
  readonly toolName: string;
}

/** What OpenAI takes; others take more. */
const maxNameLength = 64;
const separator = '__';
/** Characters of the hash in a name, 5 bits each: the first that is enough. */
const tagLengths = [12, 24, 32] as const;
/** What a long name of a server keeps, at least. */
const minServerLength = 16;

/** A part that stands in a name as it is: so a name of two such parts has one `__`, and falls into them in one way only. */
const plainPart = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/;
/** Gemini wants a letter or an underscore first. */
const startsWithLetter = /^[A-Za-z]/;

/**
 * The name of a tool for models: 1 to 64 of `A-Z a-z 0-9 _ -`, beginning with a letter or an underscore. It depends on the
 * two names and on nothing else: not on other tools, nor on other servers, nor on who came first, so that what people write
 * down (rules, prompts) stays true when a server is added.
 *
 * `server__tool` where that can be taken apart in one way only. Else both are made readable and cut, and a hash of the two
 * follows behind a second `__`, which no plain name has: a plain and a hashed name are never the same. Whatever a server
 * calls its tools, it cannot get the name of another server's tool.
 *
 * Nobody takes a name apart: `ToolNames` says whose it is. github.com/google-gemini/gemini-cli/issues/27981: a split at `_`
 * gave one server the rights of another.
 */
export function toolName(serverName: string, toolName: string): string {
  const key = { serverName, toolName };
  return plainName(key) ?? taggedName(key, hashOf(key), tagLengths[0]);
}

/**
 * Its name after so many that were somebody else's too: each is longer. Undefined after the last: two tools whose hashes
 * agree in 160 bits cannot be told apart.
 */
export function nameAfter(collisions: number, key: ToolKey, hash: (key: ToolKey) => string): string | undefined {
  const plain = plainName(key);
  if (plain !== undefined && collisions === 0) return plain;
  const tagLength = tagLengths[plain === undefined ? collisions : collisions - 1];
  return tagLength === undefined ? undefined : taggedName(key, hash(key), tagLength);
}

function plainName({ serverName, toolName }: ToolKey): string | undefined {
  const name = `${serverName}${separator}${toolName}`;
  if (name.length > maxNameLength) return undefined;
  return startsWithLetter.test(name) && plainPart.test(serverName) && plainPart.test(toolName) ? name : undefined;
}

function taggedName({ serverName, toolName }: ToolKey, hash: string, tagLength: number): string {
  const server = readable(serverName, 'server');
  const start = startsWithLetter.test(server) ? server : `_${server}`;
  const room = maxNameLength - 2 * separator.length - tagLength;
  const tool = cut(readable(toolName, 'tool'), room - Math.min(start.length, minServerLength));
  return [cut(start, room - tool.length), tool, hash.slice(0, tagLength)].join(separator);
}

/** What of a name models can read: never empty, no underscore at its ends, never two in a row. */
function readable(name: string, ifNothing: string): string {
  const text = trim(name.slice(0, 256).replace(/[^A-Za-z0-9-]+/g, '_'));
  return text === '' ? ifNothing : text;
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/_$/, '');
}

function trim(text: string): string {
  return text.replace(/^_/, '').replace(/_$/, '');
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** The hash of a tool's two names, in lower case and digits. JSON keeps the two apart, and half characters from each other. */
export function hashOf({ serverName, toolName }: ToolKey): string {
  let hash = '';
  let bits = 0;
  let held = 0;
  for (const byte of sha256(new TextEncoder().encode(JSON.stringify([serverName, toolName])))) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) hash += alphabet[(held >> (bits - 5)) & 31] ?? '';
    held &= (1 << bits) - 1;
  }
  return hash;
}
