import type { ServerResponse } from 'node:http';
import type { TestContext } from 'vitest';
import { events, httpServer, type HttpServerBench } from '../../support/http-server.ts';
import { ScriptedServer, textOf } from './scripted-server.ts';
import type { Served, Way } from './way.ts';

class SseServer extends ScriptedServer {
  #stream: ServerResponse | undefined;
  #send: ((event: unknown) => void) | undefined;
  #bench: HttpServerBench | undefined;

  async listen(context: Pick<TestContext, 'onTestFinished'>): Promise<string> {
    const bench = await httpServer(context, ({ method, path, message }, response) => {
      if (method === 'GET') return this.#begin(response);
      if (path !== '/messages' || message === undefined) return response.writeHead(404).end();
      response.writeHead(202).end();
      return this.take(message);
    });
    context.onTestFinished(() => bench.idle()); // whoever closed its client has no connection left
    this.#bench = bench;
    return bench.url;
  }

  reply(message: unknown): void {
    this.say(message);
  }

  say(message: unknown): void {
    if (this.#stream?.destroyed === false) this.#send?.(textOf(message));
  }

  takenBack(id: number): Promise<void> {
    return this.cancelled(id);
  }

  vanish(): void {
    for (const socket of this.#bench?.sockets ?? []) socket.destroy();
  }

  #begin(response: ServerResponse): void {
    this.#stream = response;
    this.#send = events(response);
    response.write('event: endpoint\ndata: /messages\n\n');
  }
}

/** A server over HTTP in the way of 2024-11-05. */
export const sseWay: Way = {
  lost: 'MCP_CONNECTION_FAILED',
  eras: ['legacy'], // the modern era has never had it
  async serve(context, script): Promise<Served> {
    const server = new SseServer(script);
    return { server, options: { url: await server.listen(context) }, ports: {} };
  },
};
