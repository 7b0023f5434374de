import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { redact } from '../base/redact.ts';
import { printable } from '../wire/printable.ts';

/** Characters of a page that are looked at, of an answer, and of a challenge. */
const maxPage = 16 * 1024;
const maxBody = 640;
const maxChallenge = 4 * 1024;
/** Characters of each that are shown. */
const shown = 160;

/** Answers to messages that said who we are: a refusal is told with that. */
export const answersToAuthorized = new WeakSet<object>();

/** The head of an answer that is a refusal. */
export interface RefusalHead extends Pick<IncomingMessage, 'statusCode'> {
  readonly headers: IncomingHttpHeaders;
}

/** What a server says beside a status that is no success, bounded, printable, and without secrets: each begins with how it joins. */
export function refusalWords(head: RefusalHead, body: string, secrets: readonly string[]): string {
  const { statusCode: status, headers } = head;
  const isPage = /^\s*text\/html\b/i.test(headers['content-type'] ?? '');
  const said = clean((isPage ? textOf(body) : body).slice(0, maxBody), secrets);
  const isUnauthorized = status === 401 || status === 403;
  const challenge = isUnauthorized ? challengeWords(headers['www-authenticate'], secrets) : '';
  const words = [challenge, said].filter((part) => part !== '').join('; ');
  return `${words === '' ? '' : `: ${words}`}${isUnauthorized ? whoWeWere(head) : ''}`;
}

/** Where else the endpoint may be. */
export const otherPaths =
  '; if that is not the path of its endpoint: that is often /mcp, or /sse for servers of 2024-11-05';

function whoWeWere(head: RefusalHead): string {
  return answersToAuthorized.has(head) ? '; an Authorization was sent' : '; no Authorization was sent';
}

/** `error` and `error_description` of a challenge. Source: RFC 6750, 3. */
function challengeWords(header: string | undefined, secrets: readonly string[]): string {
  const text = header?.slice(0, maxChallenge) ?? '';
  const error = parameter(text, 'error');
  const description = parameter(text, 'error_description');
  const words = description === undefined ? error : `${error ?? 'refused'} (${description})`;
  return words === undefined ? '' : clean(words, secrets);
}

function parameter(challenge: string, name: string): string | undefined {
  const pattern = new RegExp(`(?:^|[\\s,])${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s",]+))`, 'i');
  const [, quoted, token] = pattern.exec(challenge) ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? token;
}

/** The words of a page, without its tags, styles and scripts. */
function textOf(page: string): string {
  return page
    .slice(0, maxPage)
    .replaceAll(/<!--[^]*?(?:-->|$)/g, ' ')
    .replaceAll(/<(script|style)\b[^]*?(?:<\/\1\b|$)/gi, ' <')
    .replaceAll(/<[^>]*>?/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

function clean(text: string, secrets: readonly string[]): string {
  return printable(redact(text, { values: secrets, truncated: false }).trim(), shown);
}
