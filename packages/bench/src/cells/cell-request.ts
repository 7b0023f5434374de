import type { ServerCommand } from '../clients/bench-client.ts';

/** What one process of the bench is asked to measure: one client, one row, one size of it. */
export interface CellRequest {
  readonly row: string;
  readonly client: string;
  /** Calls in flight or MiB, where a row has several; else 0. */
  readonly variant: number;
  /** Fewer calls: rougher numbers, much sooner. */
  readonly isQuick: boolean;
  readonly server: ServerCommand;
}

/** Numbers by the name of their metric. */
export type Metrics = Readonly<Record<string, number>>;
