import type { Clock } from '../base/clock.ts';
import type { McpClientOptions } from '../mcp-client.ts';
import type { ActiveCalls } from './active-calls.ts';
import type { BudgetLedger } from './budget-ledger.ts';
import type { Catalogue } from './catalogue.ts';
import type { Leases } from './leases.ts';
import type { ManagedServer } from './managed-server.ts';
import type { ManagerEvent } from './manager-event.ts';
import type { McpManagerOptions } from './manager-options.ts';
import type { ProcessPlaces } from './process-places.ts';
import type { QuarantineStore } from './quarantine.ts';
import type { ServerConfig } from './server-config.ts';
import type { ManagedClient } from './server-life.ts';
import type { ServerSettings } from './server-settings.ts';
import type { StartGate } from './start-gate.ts';
import type { StartPlan } from './start-plan.ts';

/** What a manager stands on; tests put others in their place. */
export interface ManagerPorts {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly wallTime: () => Date;
  readonly connect: (options: McpClientOptions) => ManagedClient;
  /** From a configuration to what is started. */
  readonly planOf: (config: ServerConfig) => StartPlan;
}

/** What the servers of one manager share. */
export interface Shared {
  readonly options: McpManagerOptions;
  readonly ports: ManagerPorts;
  readonly quarantine: QuarantineStore;
  readonly catalogue: Catalogue;
  /** Settles when the catalogue's file was read. */
  readonly known: () => Promise<void>;
  readonly leases: Leases;
  readonly calls: ActiveCalls;
  readonly ledger: BudgetLedger;
  readonly places: ProcessPlaces;
  /** The manager is closed, or about to be: nothing new is begun. */
  readonly isClosed: () => boolean;
  /** Tells the host; never throws. */
  readonly tell: (event: ManagerEvent) => void;
  /** A server was listed. `isNews`: its tools are others now. */
  readonly onListed: (serverName: string, isNews: boolean) => void;
}

/** One server of a manager, with what decides about it. */
export interface ManagedEntry {
  readonly config: ServerConfig;
  readonly settings: ServerSettings;
  readonly server: ManagedServer;
  readonly gate: StartGate;
  readonly plan: StartPlan;
  /** A package may be being fetched at this moment. */
  readonly isInstalling: () => boolean;
}
