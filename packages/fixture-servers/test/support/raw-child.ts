import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import { fixtureServer, type FixtureOptions, type FixtureServer, type WireMessage } from '../../src/index.ts';
import { isAlive, settlesWithin, waitUntilGone } from '../../src/testing/index.ts';

const deadlineMs = 20_000;

/**
 * A started fixture server and the bytes on its pipes: no client, nothing is interpreted but newlines. What the test
 * leaves running is ended with the test.
 */
export class RawChild {
  readonly server: FixtureServer;
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Chunks of stdout, as they arrived. */
  readonly chunks: Buffer[] = [];
  readonly #errors: Buffer[] = [];
  readonly #exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;

  constructor(options: FixtureOptions = {}, { readStderr = true }: { readStderr?: boolean } = {}) {
    this.server = fixtureServer(options);
    this.child = spawn(this.server.executable, this.server.args, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.child.stdin.on('error', () => {}); // a broken pipe is what some modes are for; the tests look at the effect
    this.child.stdout.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    if (readStderr) this.child.stderr.on('data', (chunk: Buffer) => this.#errors.push(chunk));
    this.#exit = once(this.child, 'exit').then(([code, signal]) => ({ code, signal }));
    onTestFinished(async () => {
      this.child.kill('SIGKILL');
      for (const pid of this.server.pids()) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
      await waitUntilGone([this.child.pid ?? [], this.server.pids()].flat());
      this.server.dispose();
    });
  }

  /** Everything that came on stdout. */
  get output(): string {
    return Buffer.concat(this.chunks).toString();
  }

  /** Everything that came on stderr. */
  get errors(): string {
    return Buffer.concat(this.#errors).toString();
  }

  /** The complete lines on stdout, empty ones included. */
  get lines(): string[] {
    return this.output.split('\n').slice(0, -1);
  }

  /** The lines that are JSON objects, in order. */
  get messages(): WireMessage[] {
    return this.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as WireMessage);
  }

  say(message: Record<string, unknown>): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  call(id: number, name: string, args: Record<string, unknown> = {}): void {
    this.say({ id, method: 'tools/call', params: { name, arguments: args } });
  }

  cancel(requestId: number): void {
    this.say({ method: 'notifications/cancelled', params: { requestId } });
  }

  /** `initialize` with id 0, its answer, and the notification. */
  async handshake(): Promise<this> {
    this.say({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25' } });
    await this.answerTo(0);
    this.say({ method: 'notifications/initialized' });
    return this;
  }

  /** The first answer with this id. */
  async answerTo(id: number | string): Promise<WireMessage> {
    const find = () => this.messages.find((message) => message.id === id && message.method === undefined);
    await this.until(() => find() !== undefined, `the answer to ${id}`);
    return find() ?? {};
  }

  /** Waits until something is true of stdout; asked again whenever bytes have come. */
  async until(check: () => boolean, what: string): Promise<void> {
    const controller = new AbortController();
    const checked = (async () => {
      while (!check()) await once(this.child.stdout, 'data', { signal: controller.signal });
    })();
    const settled = await settlesWithin(
      checked,
      deadlineMs,
      `${what}; stdout so far: ${this.output.slice(-500)}`,
    ).finally(() => controller.abort());
    if (settled.status === 'rejected') throw settled.reason;
  }

  async exit(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    const settled = await settlesWithin(this.#exit, deadlineMs, 'the exit of the fixture server');
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }

  /** Ends stdin and expects the server to take that for its end, with exit code 0. */
  async close(): Promise<void> {
    this.child.stdin.end();
    expect(await this.exit(), 'the end of stdin ends the server').toEqual({ code: 0, signal: null });
    await waitUntilGone(this.server.pids());
  }
}
