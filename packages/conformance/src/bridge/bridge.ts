import { eventsOf } from './lines.ts';

export interface BridgeOptions {
  readonly url: string;
  /** One message to the client, without a line break. */
  readonly write: (message: string) => void;
  /** Something that HTTP says and stdio has no words for. */
  readonly complain: (what: string) => void;
  /** A request that will have no answer: on stdio only the end of the server says that. */
  readonly fail: (what: string) => void;
}

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly uri?: string;
    readonly requestId?: string | number;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

const revisionKey = 'io.modelcontextprotocol/protocolVersion';

/**
 * Carries messages between a client of stdio and a server of Streamable HTTP. Bodies go both ways as they are; nothing in
 * them is corrected, added or left out. What only HTTP has is made here: the headers, the session, the stream of the server
 * (legacy), and a cancelled request (modern: its response is closed, no message is sent). So a check of headers says
 * something about this file, and a check of bodies about the client.
 *
 * Made for the servers of the conformance suite: no resumption of streams, no `Mcp-Param` headers, no authorization.
 */
export class Bridge {
  readonly #options: BridgeOptions;
  /** Requests of the modern era that wait for their answer. */
  readonly #modern = new Map<string | number, AbortController>();
  readonly #oneWay = new Set<Promise<void>>();
  readonly #closed = new AbortController();
  #session: string | undefined;
  #revision: string | undefined;
  /** The server may ask something before the next message only if its stream is open: so that one waits. */
  #gate: Promise<void> = Promise.resolve();

  constructor(options: BridgeOptions) {
    this.#options = options;
  }

  /** Takes one line of the client. */
  send(line: string): void {
    const message = JSON.parse(line) as Message;
    const { id, method } = message;
    const isRequest = id !== undefined && method !== undefined;
    const sent = this.#gate
      .then(() => (isRequest ? this.#request(line, message, id) : this.#notify(line, message)))
      .catch((error: unknown) => {
        if (this.#closed.signal.aborted) return;
        const what = `${method ?? 'an answer'}: ${error instanceof Error ? error.message : String(error)}`;
        if (isRequest) this.#options.fail(what);
        else this.#options.complain(what);
      });
    if (method === 'notifications/initialized') this.#gate = sent;
    if (isRequest) return;
    this.#oneWay.add(sent);
    void sent.finally(() => this.#oneWay.delete(sent));
  }

  /** The client says no more: what it said last is delivered, what it waits for is given up. */
  async close(): Promise<void> {
    await Promise.all(this.#oneWay);
    this.#closed.abort();
  }

  async #request(line: string, message: Message, id: string | number): Promise<void> {
    const given = new AbortController();
    if (revisionOf(message) !== undefined) this.#modern.set(id, given);
    try {
      await this.#post(line, message, given.signal);
    } catch (error) {
      if (!given.signal.aborted) throw error;
    } finally {
      this.#modern.delete(id);
    }
  }

  async #notify(line: string, message: Message): Promise<void> {
    const { method, params } = message;
    const cancelled = method === 'notifications/cancelled' ? this.#modern.get(params?.requestId ?? '') : undefined;
    if (cancelled) return cancelled.abort();
    await this.#post(line, message, this.#closed.signal);
    if (method === 'notifications/initialized') await this.#listen();
  }

  async #post(line: string, message: Message, given: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([given, this.#closed.signal]);
    const headers = { ...this.#headers(message), 'content-type': 'application/json' };
    const response = await fetch(this.#options.url, { method: 'POST', body: line, headers, signal });
    this.#session ??= response.headers.get('mcp-session-id') ?? undefined;
    const messages = await this.#deliver(response, message.method === 'initialize');
    if (!response.ok && messages === 0) throw new Error(`status ${response.status} without a message`);
  }

  /** The stream of a legacy server for what nobody asked for. It need not have one. */
  async #listen(): Promise<void> {
    const headers = this.#headers({});
    const response = await fetch(this.#options.url, { headers, signal: this.#closed.signal });
    if (response.ok) void this.#deliver(response, false).catch(() => {});
    else await response.body?.cancel();
  }

  /** Writes every message of a response; how many there were. */
  async #deliver(response: Response, isHandshake: boolean): Promise<number> {
    let count = 0;
    for await (const text of bodiesOf(response)) {
      if (text.trim() === '') continue;
      if (isHandshake) this.#revision = agreedRevision(text) ?? this.#revision;
      // A line break is legal between the tokens of JSON and nowhere in them; on stdio it would end the message.
      this.#options.write(text.replaceAll(/[\r\n]+/g, ' '));
      count += 1;
    }
    return count;
  }

  #headers(message: Message): Record<string, string> {
    const modern = revisionOf(message);
    const revision = modern ?? this.#revision;
    const name = message.params?.name ?? message.params?.uri;
    return {
      accept: 'application/json, text/event-stream',
      ...(revision === undefined ? {} : { 'mcp-protocol-version': revision }),
      ...(this.#session === undefined ? {} : { 'mcp-session-id': this.#session }),
      ...(modern === undefined || message.method === undefined ? {} : { 'mcp-method': message.method }),
      ...(modern === undefined || name === undefined ? {} : { 'mcp-name': name }),
    };
  }
}

/** Of the modern era: each message says it itself. */
function revisionOf({ params }: Message): string | undefined {
  const revision = params?._meta?.[revisionKey];
  return typeof revision === 'string' ? revision : undefined;
}

/** Of the legacy era: the answer to `initialize` says it once. */
function agreedRevision(text: string): string | undefined {
  return (JSON.parse(text) as { result?: { protocolVersion?: string } }).result?.protocolVersion;
}

async function* bodiesOf(response: Response): AsyncGenerator<string> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('text/event-stream') && response.body !== null) yield* eventsOf(response.body);
  else if (type.includes('application/json')) yield await response.text();
  else await response.body?.cancel();
}
