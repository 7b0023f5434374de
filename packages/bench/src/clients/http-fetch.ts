import { initializeParams } from './initialize-params.ts';
import type { Adapter } from './bench-client.ts';
import { overHttp } from './http-process.ts';

/**
 * The floor over HTTP: `fetch`, one for each message, and nothing that a client owes its host: no checks, no bounds, no
 * deadline, no signal. Of a stream it reads the one event that the server of the bench sends.
 */
export const adapter: Adapter = {
  framing: 'http',
  create: (server) =>
    overHttp(server, async (url) => {
      let nextId = 1;
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
      const send = (message: object): Promise<Response> =>
        fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) });
      const request = async (method: string, params: object): Promise<unknown> => {
        const answer = await send({ id: nextId++, method, params });
        const isStream = answer.headers.get('content-type') === 'text/event-stream';
        const text = await answer.text();
        const { result } = JSON.parse(isStream ? text.slice(text.indexOf('data: ') + 6) : text) as { result: unknown };
        return result;
      };
      await request('initialize', initializeParams);
      await send({ method: 'notifications/initialized' }).then((answer) => answer.arrayBuffer());
      return {
        call: (name, given) => request('tools/call', { name, arguments: given }),
        list: async () => (await request('tools/list', {})) as { tools: readonly unknown[] },
        close: () => Promise.resolve(),
      };
    }),
};
