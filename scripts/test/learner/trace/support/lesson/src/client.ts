import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';

interface Answer {
  readonly id: number;
  readonly result?: unknown;
}

/** The smallest client that can be drawn: it matches answers by id, and waits for ever. */
export class Client {
  readonly #server: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #lastId = 0;

  constructor({ executable, args }: { readonly executable: string; readonly args: readonly string[] }) {
    this.#server = spawn(executable, args);
    createInterface({ input: this.#server.stdout }).on('line', (line) => this.#onAnswer(JSON.parse(line) as Answer));
  }

  async open(): Promise<void> {
    await this.request('initialize', { protocolVersion: '2025-11-25' });
    this.#write({ method: 'notifications/initialized' });
  }

  request(method: string, params: object): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#write({ id, method, params });
    });
  }

  close(): Promise<void> {
    this.#server.stdin.end();
    return new Promise((resolve) => this.#server.once('close', () => resolve()));
  }

  #onAnswer({ id, result }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.(result);
  }

  #write(message: object): void {
    this.#server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
