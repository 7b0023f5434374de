import { fixtureServer, type FixtureOptions, type FixtureServer } from '@coding-agent/fixture-servers';
import { settlesWithin } from '@coding-agent/fixture-servers/testing';
import { onTestFinished } from 'vitest';
import type { CloseReport, TransportEnd } from '../../../src/rpc/transport.ts';
import type { Diagnostic } from '../../../src/rpc/diagnostic.ts';
import type { StdioLimits, StdioOptions } from '../../../src/stdio/stdio-options.ts';
import { StdioTransport } from '../../../src/stdio/stdio-transport.ts';
import type { Incoming } from '../../../src/wire/message.ts';
import { resolveStdio } from './resolve.ts';

/** What happened on a transport, in order. */
export type Happening =
  | { readonly what: 'message'; readonly message: Incoming }
  | { readonly what: 'close'; readonly end: TransportEnd; readonly atMs: number }
  | { readonly what: 'sent'; readonly error: Error | undefined };

/** A transport with what it said. Closed when the test is over. */
export class Recorded {
  readonly transport: StdioTransport;
  readonly happenings: Happening[] = [];
  readonly diagnostics: Diagnostic[] = [];
  #waiting: (() => void)[] = [];
  #lastId = 0;

  constructor(options: StdioOptions & Partial<StdioLimits>) {
    // A long last grace: on a busy machine also what was killed may take its time to go.
    const graces = { killMs: 10_000, ...options.graces };
    this.transport = StdioTransport.open(resolveStdio({ ...options, graces }, options));
    this.transport.onMessage = (message) => this.#add({ what: 'message', message });
    this.transport.onClose = (end) => this.#add({ what: 'close', end, atMs: performance.now() });
    this.transport.onDiagnostic = (diagnostic) => this.diagnostics.push(diagnostic);
    onTestFinished(async () => void (await this.transport.close()));
  }

  get ends(): TransportEnd[] {
    return this.happenings.flatMap((happening) => (happening.what === 'close' ? [happening.end] : []));
  }

  get messages(): Incoming[] {
    return this.happenings.flatMap((happening) => (happening.what === 'message' ? [happening.message] : []));
  }

  send(message: object): boolean {
    return this.transport.send([JSON.stringify({ jsonrpc: '2.0', ...message })], (error) =>
      this.#add({ what: 'sent', error }),
    );
  }

  /** Sends a request and waits for its answer. */
  async ask(method: string, params: object = {}): Promise<Incoming> {
    const id = (this.#lastId += 1);
    this.send({ id, method, params });
    return this.until(
      () =>
        this.messages.find((message) => (message.kind === 'result' || message.kind === 'error') && message.id === id),
      `the answer to ${method}`,
    );
  }

  async shakeHands(): Promise<this> {
    const clientInfo = { name: 'test', version: '1' };
    await this.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.send({ method: 'notifications/initialized' });
    return this;
  }

  callTool(name: string, args: object = {}): number {
    const id = (this.#lastId += 1);
    this.send({ id, method: 'tools/call', params: { name, arguments: args } });
    return id;
  }

  /** Waits until something can be said about what happened. */
  async until<T>(find: () => T | undefined, what: string, deadlineMs: number = 5000): Promise<T> {
    const deadline = performance.now() + deadlineMs;
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      const left = Math.max(1, deadline - performance.now());
      await settlesWithin(new Promise<void>((resolve) => this.#waiting.push(resolve)), left, what);
    }
  }

  end(deadlineMs?: number): Promise<TransportEnd> {
    return this.until(() => this.ends[0], 'the end of the connection', deadlineMs);
  }

  /** Closes, and says how long that took. */
  async close(): Promise<CloseReport & { ms: number }> {
    const begin = performance.now();
    const report = await this.transport.close();
    return { ...report, ms: performance.now() - begin };
  }

  #add(happening: Happening): void {
    this.happenings.push(happening);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/** What happened, in a word each. */
export function words({ happenings }: Recorded): string[] {
  return happenings.map((each) =>
    each.what === 'sent'
      ? each.error === undefined
        ? 'sent'
        : 'not sent'
      : each.what === 'close'
        ? 'close'
        : 'message',
  );
}

/** A fixture server, started. Its journal goes with the test. */
export function startFixture(
  fixture: FixtureOptions,
  options: Partial<StdioOptions & StdioLimits> = {},
): { server: FixtureServer; recorded: Recorded } {
  const server = fixtureServer(fixture);
  onTestFinished(() => server.dispose());
  return { server, recorded: new Recorded({ executable: server.executable, args: server.args, ...options }) };
}

/** A small program for odd cases. */
export function startScript(script: string, options: Partial<StdioOptions & StdioLimits> = {}): Recorded {
  return new Recorded({ executable: process.execPath, args: ['-e', script], ...options });
}
