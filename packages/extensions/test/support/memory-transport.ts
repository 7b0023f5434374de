import type { Diagnostic } from '../../src/rpc/diagnostic.ts';
import type { CloseReport, Transport, TransportEnd } from '../../src/rpc/transport.ts';
import { decodeLine, type Encoded } from '../../src/wire/codec.ts';
import type { Incoming } from '../../src/wire/message.ts';

/** What was sent, parsed. */
export interface SentMessage {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A connection without a process: the test is the server. */
export class MemoryTransport implements Transport {
  onMessage: (message: Incoming) => void = () => {};
  onDiagnostic: (diagnostic: Diagnostic) => void = () => {};
  onClose: (end: TransportEnd) => void = () => {};
  /** One entry for each write, as it was handed over. */
  readonly writes: (readonly Encoded[])[] = [];
  closed = 0;
  maxMessageValues = 1_000_000;
  /** While true, each write fills the pipe: nothing more is taken until `drain()`. */
  full = false;
  /** Called for each message as it is sent. */
  onSent: (message: SentMessage) => void = () => {};
  #waiting: ((error?: Error) => void)[] = [];

  get sent(): SentMessage[] {
    return this.writes.flat().map((line) => JSON.parse(String(line)) as SentMessage);
  }

  /** The messages with this method. */
  sentWith(method: string): SentMessage[] {
    return this.sent.filter((message) => message.method === method);
  }

  /** The progress token of the last request that asked for one. */
  get progressToken(): unknown {
    const meta = this.sent.map(({ params }) => params?.['_meta']).findLast((one) => one !== undefined);
    return typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'progressToken') : undefined;
  }

  send(messages: readonly Encoded[], done: (error?: Error) => void): boolean {
    this.writes.push(messages);
    if (this.full) this.#waiting.push(done);
    else done();
    for (const line of messages) this.onSent(JSON.parse(String(line)) as SentMessage);
    return !this.full;
  }

  /** What was written last is in the pipe now, or could not be written. */
  drain(error?: Error): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const done of waiting) done(error);
  }

  /** The server says something: text as a line, anything else as JSON. */
  receive(message: unknown, bytes?: number): void {
    const line = typeof message === 'string' ? message : JSON.stringify(message);
    this.onMessage(decodeLine(line, bytes ?? Buffer.byteLength(line), { maxMessageValues: this.maxMessageValues }));
  }

  /** The server answers one of our requests. */
  answer(id: number | string | undefined, result: unknown = {}): void {
    this.receive({ jsonrpc: '2.0', id, result });
  }

  end(end: Partial<TransportEnd> = {}): void {
    this.onClose({ code: 'MCP_PROCESS_EXIT', message: 'the server exited with code 3', exitCode: 3, ...end });
  }

  async close(): Promise<CloseReport> {
    this.closed += 1;
    this.onClose({ code: 'CLIENT_CLOSED', message: 'the transport was closed' });
    return { survivors: [] };
  }
}
