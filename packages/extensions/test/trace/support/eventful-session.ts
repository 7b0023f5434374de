import type { McpClientOptions } from '../../../src/mcp-client.ts';
import { clientBench, initialized, Refusal, watch, type ClientBench } from '../../support/memory-client.ts';

const tools = ['ok', 'says-no', 'refuses', 'never', 'slow'].map((name) => ({ name, inputSchema: { type: 'object' } }));

/** What must never leave the client: it stands in arguments, results and data of errors. */
export const planted = 'planted-in-session';

const answers: Readonly<Record<string, unknown>> = {
  ok: { content: [{ type: 'text', text: planted }] },
  'says-no': { content: [{ type: 'text', text: planted }], isError: true },
  refuses: new Refusal(-32_000, planted),
};

const script = {
  initialize: () => initialized,
  'tools/list': () => ({ tools }),
  'tools/call': ({ params }: { params?: Record<string, unknown> }) => answers[String(params?.['name'])],
};

export interface EventfulSession extends ClientBench {
  /** How each call ended. */
  readonly ended: readonly (() => unknown)[];
}

/**
 * A session in which every kind of end comes: ids 1 and 2 are the handshake and the list, 3 to 8 the calls of `ok`, `says-no`,
 * `refuses`, `never` (its time is over), `never` (taken back) and `slow` (with progress, until the server is gone). Then there are an
 * answer to nobody's question, a late one, a notification, a request of the server, noise, and a call that was not taken.
 */
export async function eventfulSession(options: Partial<McpClientOptions>): Promise<EventfulSession> {
  const bench = clientBench(script, options);
  const { client, clock, transports } = bench;
  const ready = client.initialize();
  await clock.settle();
  await ready;
  const listed = client.listTools();
  await clock.settle();
  await listed;
  await clock.advance(1_000);
  const controller = new AbortController();
  const ended = [
    client.callTool('ok', { planted }, { runId: 'run-1' }),
    client.callTool('says-no', { planted }),
    client.callTool('refuses', { planted }),
    client.callTool('never', { planted }, { timeoutMs: 40 }),
    client.callTool('never', { planted }, { signal: controller.signal }),
    client.callTool('slow', { planted }, { onProgress: () => {} }),
    client.callTool('ok', { planted: 1n }),
  ].map(watch);
  await clock.settle();
  const [transport] = transports;
  const progress = { progressToken: 8, progress: 1, message: planted };
  transport?.receive({ jsonrpc: '2.0', method: 'notifications/progress', params: progress });
  transport?.answer(77, { content: [{ type: 'text', text: planted }] });
  transport?.receive({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: planted } });
  transport?.receive({ jsonrpc: '2.0', id: 'theirs', method: 'ping' });
  transport?.receive(`${planted}: no JSON`);
  await clock.advance(30);
  controller.abort(planted);
  await clock.advance(20);
  transport?.answer(6, { content: [{ type: 'text', text: planted }] });
  await clock.settle();
  transport?.end({ stderrTail: planted });
  await clock.settle();
  await client.close();
  await clock.settle();
  return { ...bench, ended };
}
