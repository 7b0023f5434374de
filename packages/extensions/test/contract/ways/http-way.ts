import type { ServerResponse } from 'node:http';
import type { TestContext } from 'vitest';
import { events, httpServer, json, type HttpServerBench } from '../../support/http-server.ts';
import { Journal } from './journal.ts';
import { ScriptedServer, textOf } from './scripted-server.ts';
import type { Served, Way } from './way.ts';

/** What is said of one request: one JSON text, or a stream once there is more than that to say. */
class Conversation {
  readonly #response: ServerResponse;
  #send: ((event: unknown) => void) | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** A stream from now on. */
  begin(): void {
    this.#send ??= events(this.#response);
  }

  say(message: unknown): void {
    if (this.#isOver) return;
    this.begin();
    this.#send?.(message);
  }

  reply(message: unknown): void {
    if (this.#send === undefined) return this.#answer(message);
    this.say(message);
    setImmediate(() => this.#response.end()); // what is said in the same turn is said on it, too
    return undefined;
  }

  /** Nobody can hear it any more. */
  get #isOver(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  #answer(message: unknown): void {
    if (this.#isOver) return undefined;
    if (typeof message !== 'string') return json(this.#response, message);
    this.#response.writeHead(200, { 'Content-Type': 'application/json' }).end(message);
    return undefined;
  }
}

class HttpServer extends ScriptedServer {
  readonly #conversations = new Map<number, Conversation>();
  /** The requests whose connections are gone before they were answered. */
  readonly #left = new Journal<number>();
  /** The stream of what is said unasked (legacy era), and what was to be said before it was there. */
  #unasked: Conversation | undefined;
  #early: unknown[] = [];
  #isLegacy = false;
  #bench: HttpServerBench | undefined;

  async listen(context: Pick<TestContext, 'onTestFinished'>, isLegacy: boolean): Promise<string> {
    this.#isLegacy = isLegacy;
    const bench = await httpServer(context, ({ method, message }, response) => {
      if (method === 'GET') return isLegacy ? this.#hearUnasked(response) : response.writeHead(405).end();
      if (method !== 'POST' || message === undefined) return response.writeHead(200).end();
      const { id, method: asked } = message;
      if (typeof id !== 'number' || asked === undefined) response.writeHead(202).end();
      else {
        if (asked === 'initialize') response.setHeader('Mcp-Session-Id', 'session-1');
        response.once('close', () => {
          if (!response.writableFinished) this.#left.add(id);
        });
        this.#conversations.set(id, new Conversation(response));
      }
      return this.take(message);
    });
    context.onTestFinished(() => bench.idle()); // whoever closed its client has no connection left
    this.#bench = bench;
    return bench.url;
  }

  reply(message: unknown, about: number): void {
    const conversation = this.#conversations.get(about);
    if (about % 2 === 0) conversation?.begin(); // so that every case meets both kinds of answers
    conversation?.reply(message);
  }

  say(message: unknown, about?: number): void {
    const conversation = about === undefined ? this.#unasked : this.#conversations.get(about);
    if (conversation !== undefined) conversation.say(textOf(message));
    else this.#early.push(message);
  }

  async takenBack(id: number): Promise<void> {
    if (this.#isLegacy) await this.cancelled(id);
    else await this.#left.first((left) => left === id, `the end of the connection of request ${id}`);
  }

  vanish(): void {
    for (const socket of this.#bench?.sockets ?? []) socket.destroy();
  }

  #hearUnasked(response: ServerResponse): void {
    const conversation = new Conversation(response);
    conversation.begin();
    for (const message of this.#early.splice(0)) conversation.say(textOf(message));
    this.#unasked = conversation;
  }
}

/** A server over Streamable HTTP. */
export const httpWay: Way = {
  lost: 'MCP_CONNECTION_FAILED',
  eras: ['legacy', 'modern'],
  async serve(context, script, era): Promise<Served> {
    const server = new HttpServer(script);
    return { server, options: { url: await server.listen(context, era === 'legacy') }, ports: {} };
  },
};
