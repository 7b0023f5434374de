import type { Era } from '../../../src/index.ts';
import type { Ending } from './rows.ts';

/** What a server says to one question: a status and a body, a stream of one event, or nothing that is HTTP. */
export type HttpReply =
  | { readonly status: number; readonly json: object; readonly id?: null }
  | { readonly status: number; readonly text?: string; readonly type?: string; readonly location?: string }
  | { readonly event: object }
  | 'silent'
  | 'reset';

type HttpQuestion = 'server/discover' | 'initialize';

/** `GET`: its stream, as servers of 2024-11-05 have it. */
type HttpStep = HttpQuestion | 'GET';

/** One server over HTTP, and what becomes of a client that meets it. */
export interface HttpEraRow {
  /** One of a kind in the whole table. */
  readonly server: string;
  /** What it says to `server/discover`, the first time and each time after it. Default: 404 and -32601. */
  readonly discover?: readonly [first: HttpReply, then?: HttpReply];
  /** What it says to `initialize`. Default: a legacy server's answer. */
  readonly initialize?: HttpReply;
  /** What the client believes of it. Default `auto`. */
  readonly era?: Era;
  readonly ending: Ending;
  /** It knows only the way of 2024-11-05: a stream, and an address for messages. Any other one has no stream: 405. */
  readonly isOlder?: true;
  /** What it is asked, in order, until the end of the handshake. */
  readonly asked: readonly HttpStep[];
  /** More of the error. */
  readonly error?: object;
}

const modern = 'server/discover';
const both = [modern, 'initialize'] as const;

const discovered = {
  result: {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    ttlMs: 0,
    cacheScope: 'private',
  },
};

const speaks = (...supportedVersions: string[]): HttpReply => ({
  status: 200,
  json: { result: { ...discovered.result, supportedVersions } },
});

const wants = (...supported: string[]): HttpReply => ({
  status: 400,
  json: { error: { code: -32_022, message: 'not that revision', data: { supported, requested: '2026-07-28' } } },
});

const refuses = (status: number, code: number): HttpReply => ({
  status,
  json: { error: { code, message: 'no' } },
});

const page = (status: number): HttpReply => ({ status, text: '<html>no</html>', type: 'text/html' });

const isModern: HttpReply = { status: 200, json: discovered };

/** What a status says of a server that is not there, or not for us, or not now: nothing. */
function noEvidence(status: number, words: string): HttpEraRow {
  const ending = status === 401 || status === 403 ? 'MCP_UNAUTHORIZED' : 'MCP_HTTP_ERROR';
  return {
    server: `${status}: ${words}`,
    discover: [page(status)],
    ending,
    asked: [modern],
    error: { httpStatus: status },
  };
}

/** The part of the table of `docs/era-matrix.md` that is about HTTP, in its order. */
export const httpRows: readonly HttpEraRow[] = [
  { server: '200, modern', discover: [isModern], ending: 'modern', asked: [modern] },
  { server: '200, modern, as a stream', discover: [{ event: discovered }], ending: 'modern', asked: [modern] },
  {
    server: '307 within the origin, then modern',
    discover: [{ status: 307, location: '?moved' }, isModern],
    ending: 'modern',
    asked: [modern, modern],
  },
  {
    server: '400, -32022 with our revision, then modern',
    discover: [wants('2027-02-01', '2026-07-28'), isModern],
    ending: 'modern',
    asked: [modern, modern],
  },
  {
    server: '400, -32022 with our revision, each time',
    discover: [wants('2026-07-28')],
    ending: 'MCP_UNSUPPORTED_VERSION',
    asked: [modern, modern],
  },
  {
    server: '400, -32022 with modern revisions that are not ours',
    discover: [wants('2027-02-01')],
    ending: 'MCP_UNSUPPORTED_VERSION',
    asked: [modern],
    error: { serverVersions: ['2027-02-01'] },
  },
  {
    server: '400, -32022 with legacy revisions alone',
    discover: [wants('2025-11-25')],
    ending: 'legacy',
    asked: both,
  },
  { server: '400, -32022 without a list', discover: [refuses(400, -32_022)], ending: 'legacy', asked: both },
  {
    server: '400, -32020',
    discover: [refuses(400, -32_020)],
    ending: 'MCP_HANDSHAKE_FAILED (refused)',
    asked: [modern],
  },
  {
    server: '400, -32021',
    discover: [refuses(400, -32_021)],
    ending: 'MCP_HANDSHAKE_FAILED (refused)',
    asked: [modern],
  },
  {
    server: '200, of another modern revision',
    discover: [speaks('2027-02-01')],
    ending: 'MCP_UNSUPPORTED_VERSION',
    asked: [modern],
  },
  { server: '200, of legacy revisions alone', discover: [speaks('2025-11-25')], ending: 'legacy', asked: both },
  { server: '200, a JSON-RPC error', discover: [refuses(200, -32_601)], ending: 'legacy', asked: both },
  {
    server: '200, no answer of its kind',
    discover: [{ status: 200, json: { result: {} } }],
    ending: 'legacy',
    asked: both,
  },
  { server: '202, nothing else', discover: [{ status: 202 }], ending: 'legacy', asked: both },
  { server: '400, nothing else', discover: [{ status: 400 }], ending: 'legacy', asked: both },
  { server: '400, a page', discover: [page(400)], ending: 'legacy', asked: both },
  {
    server: '400, -32000 without an id',
    discover: [{ status: 400, json: { error: { code: -32_000, message: 'Server not initialized' } }, id: null }],
    ending: 'legacy',
    asked: both,
  },
  { server: '400, -32600', discover: [refuses(400, -32_600)], ending: 'legacy', asked: both },
  { server: '404, -32601', ending: 'legacy', asked: both },
  { server: '404, a page', discover: [page(404)], ending: 'legacy', asked: both },
  { server: '405, nothing else', discover: [{ status: 405 }], ending: 'legacy', asked: both },
  { server: '415, a page', discover: [page(415)], ending: 'legacy', asked: both },
  noEvidence(401, 'who are you'),
  noEvidence(403, 'not for you'),
  noEvidence(407, 'who are you, by a proxy'),
  noEvidence(408, 'too slow'),
  noEvidence(425, 'too early'),
  noEvidence(429, 'too many'),
  noEvidence(500, 'broken'),
  noEvidence(502, 'broken, by a proxy'),
  noEvidence(503, 'not now'),
  noEvidence(504, 'not now, by a proxy'),
  {
    server: '500, a JSON-RPC error',
    discover: [refuses(500, -32_603)],
    ending: 'MCP_HANDSHAKE_FAILED (refused)',
    asked: [modern],
  },
  {
    server: '307 to another origin',
    discover: [{ status: 307, location: 'http://127.0.0.1:9/mcp' }],
    ending: 'MCP_HTTP_ERROR',
    asked: [modern],
  },
  { server: 'the connection breaks', discover: ['reset'], ending: 'MCP_CONNECTION_FAILED', asked: [modern] },
  { server: 'silent', discover: ['silent'], ending: 'MCP_HANDSHAKE_FAILED (timeout)', asked: [modern] },
  { server: 'legacy, known to be', era: 'legacy', ending: 'legacy', asked: ['initialize'] },
  { server: 'modern, known to be', discover: [isModern], era: 'modern', ending: 'modern', asked: [modern] },
  {
    server: 'modern, believed to be legacy',
    initialize: wants('2026-07-28'),
    era: 'legacy',
    ending: 'MCP_UNSUPPORTED_VERSION',
    asked: ['initialize'],
    error: { serverVersions: ['2026-07-28'], phase: 'initialize' },
  },
  {
    server: 'legacy, believed to be modern: 404, -32601',
    era: 'modern',
    ending: 'MCP_HANDSHAKE_FAILED (refused)',
    asked: [modern],
  },
  {
    server: 'legacy, believed to be modern: 400, a page',
    discover: [page(400)],
    era: 'modern',
    ending: 'MCP_HTTP_ERROR',
    asked: [modern],
  },
  {
    server: '404, -32601, then -32022 with our revision to initialize, then modern',
    discover: [refuses(404, -32_601), isModern],
    initialize: wants('2026-07-28'),
    ending: 'modern',
    asked: [modern, 'initialize', modern],
  },
  {
    server: '404, then an error to initialize',
    initialize: refuses(200, -32_603),
    ending: 'MCP_HANDSHAKE_FAILED (refused)',
    asked: both,
    error: { phase: 'initialize' },
  },
  {
    server: '404, then a revision that is not ours',
    initialize: { status: 200, json: { result: { protocolVersion: '1999-01-01', capabilities: {}, serverInfo: {} } } },
    ending: 'MCP_UNSUPPORTED_VERSION',
    asked: both,
    error: { phase: 'initialize', serverVersions: ['1999-01-01'] },
  },
  {
    server: '404, then 404, then a stream of 2024-11-05',
    discover: [page(404)],
    initialize: page(404),
    isOlder: true,
    ending: 'legacy',
    asked: [...both, 'GET', 'initialize'],
  },
  {
    server: '404 to initialize, then a stream of 2024-11-05, known to be legacy',
    initialize: page(404),
    isOlder: true,
    era: 'legacy',
    ending: 'legacy',
    asked: ['initialize', 'GET', 'initialize'],
  },
  {
    server: '404, then 405, and no stream',
    initialize: { status: 405 },
    ending: 'MCP_HTTP_ERROR',
    asked: [...both, 'GET'],
    error: { httpStatus: 405 },
  },
  {
    server: '404, then 400 and -32600, and no stream',
    initialize: refuses(400, -32_600),
    ending: 'MCP_HANDSHAKE_FAILED (refused)',
    asked: [...both, 'GET'],
  },
  {
    server: '404, then 400 and -32020',
    initialize: refuses(400, -32_020),
    ending: 'MCP_HANDSHAKE_FAILED (refused)',
    asked: both,
  },
  { server: '404, then 401', initialize: page(401), ending: 'MCP_UNAUTHORIZED', asked: both },
  { server: '404, then 503', initialize: page(503), ending: 'MCP_HTTP_ERROR', asked: both },
  {
    server: 'a page to everything',
    discover: [page(200)],
    initialize: page(200),
    ending: 'MCP_HANDSHAKE_FAILED (malformed)',
    asked: both,
  },
];
