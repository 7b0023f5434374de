import type { Ending, Transport, TransportEvents } from '../../calculator/client/transport.ts';

/** A transport without a process: the test is the server. */
export class MemoryTransport implements Transport {
  readonly sent: unknown[] = [];
  #events: TransportEvents | undefined;
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  open(events: TransportEvents): void {
    this.#events = events;
  }

  send(line: string): void {
    this.sent.push(JSON.parse(line));
  }

  close(): Promise<Ending | undefined> {
    this.#isClosed = true;
    return Promise.resolve(undefined);
  }

  /** The server says this, in one line. */
  say(message: unknown): void {
    this.sayLine(JSON.stringify(message));
  }

  sayLine(line: string): void {
    this.#events?.onLine(line);
  }

  end(ending: Ending): void {
    this.#events?.onEnd(ending);
  }
}
