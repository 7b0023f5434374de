import type { Adapter, BenchClient } from '../clients/bench-client.ts';
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
    const { executable, args } = this.#request.server;
    return adapter.create({ executable, args: [...args, '--framing', adapter.framing, ...serverArgs] });
  }

  /** A client that is connected and has listed the tools, so that no call pays for that. */
  async open(...serverArgs: string[]): Promise<BenchClient> {
    const client = this.create(await this.load(), ...serverArgs);
    await client.connect();
    await client.list();
    return client;
  }
}

export type Measure = (context: CellContext) => Promise<Readonly<Record<string, number>>>;
