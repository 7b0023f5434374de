/** @import { Mode, Server, WireRequest } from './types.ts' */
import { ChangeStreams } from './change-streams.mjs';
import { isObject, metaKey, metaOf } from './modern-meta.mjs';
import { modernTools } from './modern-tools.mjs';
import { serverInfo } from './protocol.mjs';

export const modernRevision = '2026-07-28';

const methods = ['server/discover', 'tools/list', 'tools/call', 'subscriptions/listen'];
const capabilities = { tools: { listChanged: true } };
const caching = { ttlMs: 60_000, cacheScope: 'private' };

/**
 * The rules of the modern era, laid over the server of the legacy one: no handshake, metadata in every request, a type in
 * every result. Source: 2026-07-28, basic.
 *
 * @param {Server} server
 * @param {readonly string[]} supported the revisions that it says it speaks
 * @param {{ discoverInAny?: boolean }} [options] `discoverInAny`: server/discover is answered in whatever revision
 * @returns {Required<Pick<Mode, 'start' | 'receive' | 'answer' | 'list' | 'tools'>>}
 */
export function createModern(server, supported, { discoverInAny = false } = {}) {
  const streams = new ChangeStreams(server);
  const { tools, list } = modernTools(streams);
  let begun = false;
  return {
    tools,
    async start() {
      const { delayMs = 0 } = server.options;
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    },
    receive(message) {
      const { id, method, params } = message;
      // The server below wants a handshake before it serves tools; there is none in this era.
      if (!begun) server.dispatch({ method: 'notifications/initialized' });
      begun = true;
      if (method === 'notifications/cancelled') streams.forget(params?.['requestId']);
      if (typeof method !== 'string' || id === undefined || id === null) return false;
      const request = /** @type {WireRequest} */ (message);
      return refuse(request) || (method === 'subscriptions/listen' && streams.open(request)) || discover(request);
    },
    answer(answer, { method }) {
      if ('error' in answer) return server.send(answer);
      const { _meta, ...result } = answer.result;
      const meta = { .../** @type {object} */ (_meta), [metaKey('serverInfo')]: serverInfo };
      const cached = method === 'tools/list' ? caching : {};
      return server.send({ ...answer, result: { resultType: 'complete', ...cached, ...result, _meta: meta } });
    },
    list: (cursor) => (cursor === undefined ? { tools: list(server.tools) } : undefined),
  };

  /**
   * @param {WireRequest} request
   * @returns {boolean}
   */
  function discover({ id, method }) {
    if (method !== 'server/discover') return false;
    const result = { resultType: 'complete', supportedVersions: supported, capabilities, ...caching };
    void server.send({ jsonrpc: '2.0', id, result: { ...result, _meta: { [metaKey('serverInfo')]: serverInfo } } });
    return true;
  }

  /**
   * @param {WireRequest} request
   * @returns {boolean} true: it was refused
   */
  function refuse({ id, method, params }) {
    const error = problem(method, params);
    if (error === undefined) return false;
    void server.send({ jsonrpc: '2.0', id, error });
    return true;
  }

  /**
   * @param {string} method
   * @param {Record<string, unknown>} [params]
   * @returns {{ code: number; message: string; data?: unknown } | undefined}
   */
  function problem(method, params = {}) {
    if (method === 'initialize') return unsupported(params['protocolVersion']);
    if (!methods.includes(method)) return { code: -32601, message: `unknown method ${method}` };
    const meta = metaOf(params);
    const version = meta[metaKey('protocolVersion')];
    const clientCapabilities = meta[metaKey('clientCapabilities')];
    if (typeof version !== 'string') return { code: -32602, message: '_meta lacks the protocol version' };
    if (!isObject(clientCapabilities)) return { code: -32602, message: '_meta lacks the capabilities of the client' };
    if (supported.includes(version) || (discoverInAny && method === 'server/discover')) return undefined;
    return unsupported(version);
  }

  /** @param {unknown} requested */
  function unsupported(requested) {
    return { code: -32022, message: 'unsupported protocol version', data: { supported, requested } };
  }
}
