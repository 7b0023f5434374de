/** The calculator in the modern era, and in no other: no handshake, metadata in every request, a type in every result. */
import { callCalculator, calculatorTool } from '../../calculator/server/calculate.mjs';
import { isObject, log, RpcError, serve } from '../../support/serve.mjs';

/** @import { JsonObject } from '../../support/serve.mjs' */

const supported = ['2026-07-28'];
const prefix = 'io.modelcontextprotocol/';
const serverInfo = { name: 'calculator', version: '2.0.0' };
/** How long an answer may be kept, and by whom. */
const caching = { ttlMs: 60_000, cacheScope: 'public' };

/** @type {Readonly<Record<string, (params: JsonObject) => JsonObject>>} */
const methods = {
  'server/discover': () => ({ supportedVersions: supported, capabilities: { tools: {} }, ...caching }),
  'tools/list': ({ cursor }) => {
    if (cursor !== undefined) throw new RpcError(-32602, 'this list has one page');
    return { tools: [calculatorTool], ...caching };
  },
  'tools/call': callCalculator,
};

serve((method, params) => {
  // Whoever opens with the old handshake is told what is spoken here.
  if (method === 'initialize') throw unsupported(params['protocolVersion']);
  const answerTo = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (answerTo === undefined) throw new RpcError(-32601, `unknown method ${method}`);
  requireMetadata(params['_meta']);
  return { resultType: 'complete', ...answerTo(params), _meta: { [`${prefix}serverInfo`]: serverInfo } };
});
log('calculator of the modern era: ready');

/** @param {unknown} meta */
function requireMetadata(meta) {
  const version = isObject(meta) ? meta[`${prefix}protocolVersion`] : undefined;
  const capabilities = isObject(meta) ? meta[`${prefix}clientCapabilities`] : undefined;
  if (typeof version !== 'string') throw new RpcError(-32602, '_meta lacks the protocol version');
  if (!isObject(capabilities)) throw new RpcError(-32602, '_meta lacks the capabilities of the client');
  if (!supported.includes(version)) throw unsupported(version);
}

/** @param {unknown} requested */
function unsupported(requested) {
  return new RpcError(-32022, 'unsupported protocol version', { supported, requested });
}
