/** What every server of the modern era does with a request: no handshake, metadata in each, a type in each result. */
import { isObject, RpcError } from './rpc.mjs';

/** @import { JsonObject } from './rpc.mjs' */
/** @import { AnswerTo, Call } from './serve.mjs' */

const supported = ['2026-07-28'];
const prefix = 'io.modelcontextprotocol/';
/** Where a request says which revision it is of. */
export const versionMember = `${prefix}protocolVersion`;
/** How long an answer may be kept, and by whom. */
export const caching = { ttlMs: 60_000, cacheScope: 'public' };

/** @typedef {(params: JsonObject, call: Call) => JsonObject | Promise<JsonObject>} Method */

/**
 * @param {{ readonly name: string, readonly version: string }} serverInfo
 * @param {Readonly<Record<string, Method>>} others the methods beside `server/discover`
 * @returns {AnswerTo}
 */
export function modernEra(serverInfo, others) {
  /** @type {Readonly<Record<string, Method>>} */
  const methods = {
    'server/discover': () => ({ supportedVersions: supported, capabilities: { tools: {} }, ...caching }),
    ...others,
  };
  const complete = (/** @type {JsonObject} */ result) => {
    return { resultType: 'complete', ...result, _meta: { [`${prefix}serverInfo`]: serverInfo } };
  };
  return (method, params, call) => {
    // Whoever opens with the old handshake is told what is spoken here.
    if (method === 'initialize') throw unsupported(params['protocolVersion']);
    const answerTo = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (answerTo === undefined) throw new RpcError(-32601, `unknown method ${method}`);
    requireMetadata(params['_meta']);
    const result = answerTo(params, call);
    return result instanceof Promise ? result.then(complete) : complete(result);
  };
}

/** @param {unknown} meta */
function requireMetadata(meta) {
  const version = isObject(meta) ? meta[versionMember] : undefined;
  const capabilities = isObject(meta) ? meta[`${prefix}clientCapabilities`] : undefined;
  if (typeof version !== 'string') throw new RpcError(-32602, '_meta lacks the protocol version');
  if (!isObject(capabilities)) throw new RpcError(-32602, '_meta lacks the capabilities of the client');
  if (!supported.includes(version)) throw unsupported(version);
}

/** @param {unknown} requested */
function unsupported(requested) {
  return new RpcError(-32022, 'unsupported protocol version', { supported, requested });
}
