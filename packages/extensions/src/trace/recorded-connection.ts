import type { Connection } from '../client/client-ports.ts';
import type { Failure } from '../errors.ts';
import type { Diagnostic } from '../rpc/diagnostic.ts';
import type { ProcessEvent } from '../rpc/process-event.ts';
import type { CloseReport, Transport, TransportEnd } from '../rpc/transport.ts';
import type { Encoded } from '../wire/codec.ts';
import type { Incoming } from '../wire/message.ts';

/** Who writes down what happens to one connection. Nothing of it throws. */
export interface ConnectionNotes {
  readonly sent: (line: Encoded) => void;
  readonly received: (line: string, bytes: number) => void;
  readonly unanswered: (id: number, failure: Failure) => void;
  readonly process: (event: ProcessEvent) => void;
  readonly diagnostic: (diagnostic: Diagnostic) => void;
  readonly ended: (end: TransportEnd, lastWords: ReturnType<Connection['lastWords']>) => void;
  readonly closing: () => void;
  readonly closed: (report: CloseReport) => void;
}

/** A connection as it is, and somebody who writes down what goes over it: each thing before the client hears of it. */
export class RecordedConnection implements Transport {
  onMessage: (message: Incoming) => void = () => {};
  onDiagnostic: (diagnostic: Diagnostic) => void = () => {};
  onClose: (end: TransportEnd) => void = () => {};
  readonly #inner: Transport;
  readonly #notes: ConnectionNotes;
  #closing: Promise<CloseReport> | undefined;
  /** It comes in lines, and they are told of. */
  #hasLines = false;

  constructor(notes: ConnectionNotes, open: (onLine: (line: string, bytes: number) => void) => Connection) {
    this.#notes = notes;
    const { transport, lastWords } = open((line, bytes) => {
      this.#hasLines = true;
      notes.received(line, bytes);
    });
    this.#inner = transport;
    transport.onMessage = (message) => {
      if (message.kind === 'unanswered') notes.unanswered(message.id, message.failure);
      else if (!this.#hasLines) this.#received(message);
      this.onMessage(message);
    };
    transport.onDiagnostic = (diagnostic) => {
      notes.diagnostic(diagnostic);
      this.onDiagnostic(diagnostic);
    };
    transport.onClose = (end) => {
      notes.ended(end, lastWords());
      this.onClose(end);
    };
  }

  send(messages: readonly Encoded[], done: (error?: Error) => void): boolean {
    for (const message of messages) this.#notes.sent(message);
    return this.#inner.send(messages, done);
  }

  close(): Promise<CloseReport> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<CloseReport> {
    this.#notes.closing();
    const report = await this.#inner.close();
    this.#notes.closed(report);
    return report;
  }

  /** Of a transport without lines: the message as a line again, as far as it is known. */
  #received(message: Exclude<Incoming, { kind: 'unanswered' }>): void {
    const line = lineOf(message);
    this.#notes.received(line, Buffer.byteLength(line));
  }
}

function lineOf(message: Exclude<Incoming, { kind: 'unanswered' }>): string {
  switch (message.kind) {
    case 'result':
      return JSON.stringify({ jsonrpc: '2.0', id: message.id, result: message.result });
    case 'error':
      return JSON.stringify({ jsonrpc: '2.0', id: message.id, error: message.error });
    case 'request':
      return JSON.stringify({ jsonrpc: '2.0', id: message.id, method: message.method, params: message.params });
    case 'notification':
      return JSON.stringify({ jsonrpc: '2.0', method: message.method, params: message.params });
    case 'batch':
      return JSON.stringify(message.entries);
    case 'malformed':
    case 'noise':
      return message.sample;
  }
}
