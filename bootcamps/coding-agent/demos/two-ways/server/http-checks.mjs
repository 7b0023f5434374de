/** What is wrong with a request of HTTP, before its message is looked at. */
import { versionMember } from '../../support/modern-era.mjs';
import { isObject, RpcError } from '../../support/rpc.mjs';
import { isSame } from './key.mjs';

/** @import { IncomingHttpHeaders, IncomingMessage } from 'node:http' */
/** @import { JsonObject } from '../../support/rpc.mjs' */

/** The one address there is. */
export const path = '/mcp';

/** @typedef {{ readonly status: number, readonly why: string, readonly headers?: Record<string, string> }} Refusal */

/**
 * The names under which this server is known come first: a page in a browser can reach 127.0.0.1, by a name of its own that
 * leads there (DNS rebinding), and then says that name in Host, and itself in Origin.
 *
 * @param {Pick<IncomingMessage, 'method' | 'url' | 'headers'>} request
 * @param {{ readonly port: number, readonly key: string }} own
 * @returns {Refusal | undefined} undefined: the body is worth reading
 */
export function refusalOf({ method, url, headers }, { port, key }) {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(headers.host ?? '')) return { status: 403, why: 'this server has another name' };
  if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`)) {
    return { status: 403, why: 'pages of other origins have no business here' };
  }
  if (url !== path) return { status: 404, why: `there is nothing here but ${path}` };
  if (method !== 'POST') return { status: 405, why: 'messages come by POST', headers: { Allow: 'POST' } };
  const [, given = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
  if (!isSame(given, key)) return { status: 401, why: 'who are you?', headers: { 'WWW-Authenticate': 'Bearer' } };
  if (mediaTypes(headers['content-type'])[0] !== 'application/json') {
    return { status: 415, why: 'a message is application/json' };
  }
  const accepted = mediaTypes(headers.accept);
  if (!['application/json', 'text/event-stream'].every((type) => accepted.includes(type))) {
    return { status: 406, why: 'an answer is application/json or text/event-stream: accept both' };
  }
  return undefined;
}

/**
 * Headers repeat what the message says, for those on the way who read no bodies. If they say something else, somebody on the
 * way was told a lie.
 *
 * @param {IncomingHttpHeaders} headers
 * @param {string} method
 * @param {JsonObject} params
 */
export function requireSame(headers, method, { name, _meta: meta }) {
  const version = isObject(meta) ? meta[versionMember] : undefined;
  /** @type {readonly (readonly [string, unknown])[]} */
  const repeated = [
    ['MCP-Protocol-Version', version],
    ['Mcp-Method', method],
    ['Mcp-Name', method === 'tools/call' ? name : undefined],
  ];
  for (const [header, said] of repeated) {
    if (said !== undefined && plain(headers[header.toLowerCase()]) !== said) {
      throw new RpcError(-32020, `${header} does not say what the message says`);
    }
  }
}

/**
 * A header's value; one that no header could hold comes as base64 of its UTF-8.
 *
 * @param {string | string[] | undefined} value
 */
function plain(value) {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(String(value)) ?? [];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
}

/**
 * Without parameters, in lower case.
 *
 * @param {string} [header]
 */
function mediaTypes(header = '') {
  return header.split(',').map((type) => (type.split(';')[0] ?? '').trim().toLowerCase());
}
