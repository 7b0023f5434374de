import type { Connection } from '../../../src/client/client-ports.ts';
import type { Diagnostic } from '../../../src/rpc/diagnostic.ts';
import type { ProcessEvent } from '../../../src/rpc/process-event.ts';
import type { CloseReport, Transport, TransportEnd } from '../../../src/rpc/transport.ts';
import { IncomingLines } from '../../../src/stdio/incoming-lines.ts';
import type { Encoded } from '../../../src/wire/codec.ts';
import type { Incoming } from '../../../src/wire/message.ts';
import type { SentMessage } from '../../support/memory-transport.ts';

/** A server in memory that is heard line by line, as one behind a pipe is. */
export class LineServer implements Transport {
  onMessage: (message: Incoming) => void = () => {};
  onDiagnostic: (diagnostic: Diagnostic) => void = () => {};
  onClose: (end: TransportEnd) => void = () => {};
  readonly onProcess: (event: ProcessEvent) => void;
  readonly sent: SentMessage[] = [];
  readonly #lines: IncomingLines;
  readonly #onSent: (message: SentMessage, server: LineServer) => void;
  #isOver = false;

  constructor(
    ports: Parameters<(...given: Parameters<LineServerConnect>) => void>,
    onSent: (message: SentMessage, server: LineServer) => void,
  ) {
    const [onProcess, onLine] = ports;
    this.onProcess = onProcess ?? (() => {});
    this.#onSent = onSent;
    const limits = { maxLineBytes: 1024 * 1024, maxMessageValues: 10_000 };
    this.#lines = new IncomingLines({ ...limits, onLine, onMessage: (message) => this.onMessage(message) });
  }

  send(messages: readonly Encoded[], done: (error?: Error) => void): boolean {
    done(this.#isOver ? new Error('it is over') : undefined);
    for (const line of this.#isOver ? [] : messages) {
      const message = JSON.parse(String(line)) as SentMessage;
      this.sent.push(message);
      this.#onSent(message, this);
    }
    return !this.#isOver;
  }

  /** Says a line: text or bytes as they are, anything else as JSON. */
  say(message: unknown): void {
    const line = typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message);
    this.#lines.push(Buffer.concat([Buffer.from(line), Buffer.from('\n')]));
  }

  answer(id: unknown, result: unknown): void {
    this.say({ jsonrpc: '2.0', id, result });
  }

  exit(exitCode: number): void {
    if (this.#isOver) return;
    this.onProcess({ type: 'process-exited', exitCode, signal: null });
    this.end({ code: 'MCP_PROCESS_EXIT', message: `the server exited with code ${exitCode}`, exitCode, signal: null });
  }

  end(end: TransportEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#lines.stop();
    this.onClose(end);
  }

  async close(): Promise<CloseReport> {
    this.end({ code: 'CLIENT_CLOSED', message: 'the connection was closed' });
    return { survivors: [] };
  }
}

type LineServerConnect = (
  onProcess: ((event: ProcessEvent) => void) | undefined,
  onLine?: (line: string, bytes: number) => void,
) => Connection;

/** A way to such servers: `onSent` is the server. */
export function lineServers(onSent: (message: SentMessage, server: LineServer) => void): {
  readonly connect: LineServerConnect;
  readonly servers: LineServer[];
} {
  const servers: LineServer[] = [];
  const connect: LineServerConnect = (...ports) => {
    const transport = new LineServer(ports, onSent);
    servers.push(transport);
    return { transport, lastWords: () => ({ stderrTail: 'its last words', stderrTruncated: false }) };
  };
  return { connect, servers };
}
