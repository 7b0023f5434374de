import { Refusal, type Script } from '../../support/memory-client.ts';
import type { SentMessage } from '../../support/memory-transport.ts';
import { Journal } from './journal.ts';

/** A request as a server has it. */
export interface Asked extends SentMessage {
  readonly id: number;
  readonly method: string;
}

function isAsked(message: SentMessage): message is Asked {
  return typeof message.id === 'number' && message.method !== undefined;
}

/**
 * A server whose words are the test's, over some way. What its script has no answer to stays open until the test says
 * something about it.
 */
export abstract class ScriptedServer {
  /** What came, in order: requests, notifications, answers. */
  readonly received = new Journal<SentMessage>();
  readonly #script: Script;

  constructor(script: Script) {
    this.#script = script;
  }

  /** A request that came, or is going to. `nth` of its method, from 1. */
  asked(method: string, nth = 1): Promise<Asked> {
    const fits = (message: SentMessage): message is Asked => isAsked(message) && message.method === method;
    return this.received.first(fits, `request ${nth} of ${method}`, nth);
  }

  /** A notification that came, or is going to. */
  told(method: string): Promise<SentMessage> {
    return this.received.first((message) => message.method === method && message.id === undefined, method);
  }

  /** The answer to a request of the server's own. */
  answered(id: string | number): Promise<SentMessage> {
    return this.received.first(
      (message) => message.id === id && message.method === undefined,
      `an answer to ${String(id)}`,
    );
  }

  /** What came of that method. */
  sent(method: string): readonly SentMessage[] {
    return this.received.entries.filter((message) => message.method === method);
  }

  answer(id: number, result: unknown): void {
    this.reply({ jsonrpc: '2.0', id, result }, id);
  }

  refuse(id: number, { error }: Refusal): void {
    this.reply({ jsonrpc: '2.0', id, error }, id);
  }

  /** The progress of a request that asked for it. */
  progress(request: Asked, progress: number): void {
    const { progressToken } = Object(request.params?.['_meta']) as { readonly progressToken?: unknown };
    this.say({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress } }, request.id);
  }

  /** The whole answer to a request, and all that is said about it. Text goes out as it is. */
  abstract reply(message: unknown, about: number): void;

  /** One message on the way to the client, and there may be more; `about` a request of the client's, or about none. */
  abstract say(message: unknown, about?: number): void;

  /** The client does not wait for that request any more, and the server knows it. */
  abstract takenBack(id: number): Promise<void>;

  /** The server is gone, in the middle of whatever it does. */
  abstract vanish(): void;

  /** A message came. */
  protected take(message: SentMessage): void {
    this.received.add(message);
    if (!isAsked(message)) return;
    const result = this.#script[message.method]?.(message);
    if (result instanceof Refusal) this.refuse(message.id, result);
    else if (result !== undefined) this.answer(message.id, result);
  }

  /** The client has said that it takes a request back. */
  protected async cancelled(id: number): Promise<void> {
    const isIt = ({ method, params }: SentMessage): boolean =>
      method === 'notifications/cancelled' && params?.['requestId'] === id;
    await this.received.first(isIt, `the cancellation of request ${id}`);
  }
}

/** A message as a line, or an event. */
export function textOf(message: unknown): string {
  return typeof message === 'string' ? message : JSON.stringify(message);
}
