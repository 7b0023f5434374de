import { join } from 'node:path';
import type { Adapter, BenchClient, ManyServers, ServerCommand } from '../clients/bench-client.ts';
import { findClient } from '../clients/catalogue.ts';
import type { CellRequest } from './cell-request.ts';

/** What a measurement works with. Nothing is imported or started before it asks. */
export class CellContext {
  readonly variant: number;
  readonly #request: CellRequest;

  constructor(request: CellRequest) {
    this.#request = request;
    this.variant = request.variant;
  }

  /** The first number, or the second one in a quick run. */
  count(normal: number, quick: number): number {
    return this.#request.isQuick ? quick : normal;
  }

  async load(): Promise<Adapter> {
    return (await findClient(this.#request.client).load()).adapter;
  }

  create(adapter: Adapter, ...serverArgs: string[]): BenchClient {
    return adapter.create(this.#server(adapter, serverArgs));
  }

  /** A client that is connected and has listed the tools, so that no call pays for that. */
  async open(...serverArgs: string[]): Promise<BenchClient> {
    return ready(this.create(await this.load(), ...serverArgs));
  }

  /**
   * The same, with this process and the server on a core each, where `taskset` is there to say so. By itself the system has
   * them on one core in one run and on two in another, and a call has two times then, three apart.
   */
  async openApart(): Promise<BenchClient> {
    const adapter = await this.load();
    const server = this.#server(adapter, []);
    // Not at the top: an import is one of the rows.
    const { spawnSync } = await import('node:child_process');
    const { availableParallelism } = await import('node:os');
    const isPinned =
      availableParallelism() > 1 && spawnSync('taskset', ['-p', '-c', '0', String(process.pid)]).status === 0;
    const args = ['-c', '1', server.executable, ...server.args];
    return ready(adapter.create(isPinned ? { executable: 'taskset', args } : server));
  }

  /** So many servers, as a host of this client would have them. Nothing is started yet. */
  openMany(count: number, ...serverArgs: string[]): Promise<ManyServers> {
    return this.openManyWith(undefined, count, ...serverArgs);
  }

  /** The same, and what is known of them is kept in a file. */
  async openManyWith(file: string | undefined, count: number, ...serverArgs: string[]): Promise<ManyServers> {
    const adapter = await this.load();
    const { oneForEach } = await import('../clients/one-for-each.ts');
    const servers = Array.from({ length: count }, () => this.#server(adapter, serverArgs));
    return adapter.createMany?.(servers, file) ?? oneForEach(adapter, servers);
  }

  #server({ framing }: Adapter, serverArgs: readonly string[]): ServerCommand {
    const { row, server } = this.#request;
    if (framing === 'http') return httpServer(row === 'http-sse' ? 'sse' : 'json');
    const { executable, args } = server;
    return { executable, args: [...args, '--framing', framing, ...serverArgs] };
  }
}

/** It is always the one in JavaScript. */
function httpServer(answers: 'json' | 'sse'): ServerCommand {
  const file = join(import.meta.dirname, '..', '..', 'server', 'http.mjs');
  return { executable: process.execPath, args: [file, '--answers', answers] };
}

async function ready(client: BenchClient): Promise<BenchClient> {
  await client.connect();
  await client.list();
  return client;
}

export type Measure = (context: CellContext) => Promise<Readonly<Record<string, number>>>;
