import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { initializeParams } from './initialize-params.ts';
import type { BenchClient, CallOptions, ServerCommand, ToolAnswer } from './bench-client.ts';

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly deadline: number;
}

const newline = 10;

/**
 * The floor: what public APIs of Node allow, and nothing that a client owes its host. One scan for newlines and one decode
 * for all whole lines of a chunk, `JSON.parse`, a map, one write for all that was asked for in a tick. No checks, no
 * bounds, no signal. With deadlines there is one timer, at the earliest of them, and a walk over the map when it fires.
 */
export class LimitClient implements BenchClient {
  readonly #server: ServerCommand;
  readonly #hasDeadlines: boolean;
  readonly #pending = new Map<number, Pending>();
  #child: ChildProcessByStdio<Writable, Readable, null> | undefined;
  #nextId = 1;
  #outgoing = '';
  #parts: Buffer[] = [];
  #timer: NodeJS.Timeout | undefined;
  #firesAt = Infinity;

  constructor(server: ServerCommand, hasDeadlines: boolean) {
    this.#server = server;
    this.#hasDeadlines = hasDeadlines;
  }

  async connect(): Promise<void> {
    this.#child = spawn(this.#server.executable, this.#server.args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    await this.#request('initialize', initializeParams, undefined);
    this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<ToolAnswer> {
    return this.#request('tools/call', { name, arguments: args }, options?.timeoutMs ?? 60_000);
  }

  async list(): Promise<{ tools: readonly unknown[] }> {
    return (await this.#request('tools/list', {}, undefined)) as { tools: readonly unknown[] };
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#child) return;
    const exited = once(this.#child, 'exit');
    this.#child.stdin.end();
    await exited;
  }

  #request(method: string, params: unknown, timeoutMs: number | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      const deadline = this.#hasDeadlines && timeoutMs !== undefined ? performance.now() + timeoutMs : Infinity;
      this.#pending.set(id, { resolve, reject, deadline });
      if (deadline < this.#firesAt) this.#arm(deadline);
      this.#send({ jsonrpc: '2.0', id, method, params });
    });
  }

  #send(message: unknown): void {
    if (this.#outgoing === '') process.nextTick(() => this.#flush());
    this.#outgoing += `${JSON.stringify(message)}\n`;
  }

  #flush(): void {
    this.#child?.stdin.write(this.#outgoing);
    this.#outgoing = '';
  }

  #read(chunk: Buffer): void {
    const last = chunk.lastIndexOf(newline);
    if (last < 0) {
      this.#parts.push(chunk);
      return;
    }
    const end = chunk.subarray(0, last);
    const whole = this.#parts.length === 0 ? end : Buffer.concat([...this.#parts, end]);
    this.#parts = last + 1 < chunk.length ? [chunk.subarray(last + 1)] : [];
    const text = whole.toString('utf8');
    let start = 0;
    for (let stop = text.indexOf('\n'); stop >= 0; stop = text.indexOf('\n', start)) {
      this.#receive(text.slice(start, stop));
      start = stop + 1;
    }
    this.#receive(start === 0 ? text : text.slice(start));
  }

  #receive(line: string): void {
    const message = JSON.parse(line) as { id?: number; result?: unknown; error?: { message: string } };
    if (message.id === undefined) return;
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    this.#pending.delete(message.id);
    if (message.error) pending.reject(new Error(message.error.message));
    else pending.resolve(message.result);
  }

  #arm(deadline: number): void {
    clearTimeout(this.#timer);
    this.#firesAt = deadline;
    this.#timer = setTimeout(() => this.#expire(), Math.max(1, deadline - performance.now()));
    this.#timer.unref();
  }

  #expire(): void {
    const now = performance.now();
    let earliest = Infinity;
    for (const [id, { reject, deadline }] of this.#pending) {
      if (deadline > now) {
        if (deadline < earliest) earliest = deadline;
        continue;
      }
      this.#pending.delete(id);
      reject(new Error('no answer in time'));
    }
    this.#firesAt = Infinity;
    if (earliest < Infinity) this.#arm(earliest);
  }
}
