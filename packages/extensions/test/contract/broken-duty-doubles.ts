import type { BrokenDouble } from './broken-double.ts';

/** Mistakes about what the specification asks of every client. */
export const brokenDutyDoubles: readonly BrokenDouble[] = [
  {
    id: 'C-26',
    name: 'an empty cursor ends a list',
    file: 'protocol/paginate.ts',
    from: 'const next = read.nextCursor ?? undefined;',
    to: 'const next = read.nextCursor || undefined;',
  },
  {
    id: 'C-09',
    name: 'a mode that was not declared comes to the host',
    file: 'client/declared-handlers.ts',
    from: 'if (missing === undefined) return',
    to: 'return',
  },
  {
    id: 'C-09',
    name: 'the same in a round of input',
    file: 'client/input-rounds.ts',
    from: '(undeclaredFor(method, params, capabilities) ?? [])',
    to: '[]',
  },
  {
    id: 'C-13',
    name: 'what was never sent is cancelled',
    file: 'rpc/peer.ts',
    from: 'if (!request.sent || !request.cancellable',
    to: 'if (!request.cancellable',
  },
  {
    id: 'C-14',
    name: 'progress is told of calls that have ended',
    file: 'rpc/pending-requests.ts',
    from: 'if (entry.rare?.progressToken !== undefined) this.#byToken.delete(entry.rare.progressToken);',
    to: '',
  },
  {
    id: 'C-18',
    name: 'a ping waits for the handshake',
    file: 'rpc/inbound-handlers.ts',
    from: "if (method === 'ping') return",
    to: "if (isOpen() && method === 'ping') return",
  },
  {
    id: 'C-18',
    name: 'a server cancels our requests with its ids',
    file: 'rpc/peer.ts',
    from: "this.#inbound.cancel(params['requestId'], params['reason']);",
    to: "this.#pending.fail(Number(params['requestId']), { code: 'MCP_ABORTED', message: '' });",
  },
  {
    id: 'C-08',
    name: 'what the handshake said of arrays is forgotten',
    file: 'protocol/legacy-handshake.ts',
    from: 'peer.acceptsBatches = allowsBatches(protocolVersion);',
    to: '',
  },
  {
    id: 'C-18',
    name: 'an answer has its id as text',
    file: 'wire/codec.ts',
    from: '"id":${JSON.stringify(id)},"result"',
    to: '"id":${JSON.stringify(String(id))},"result"',
  },
  {
    id: 'C-20',
    name: 'a refusal has two lines',
    file: 'wire/codec.ts',
    from: '"id":${JSON.stringify(id)},"error"',
    to: '\n"id":${JSON.stringify(id)},"error"',
  },
];
