import { systemClock } from '../base/clock.ts';
import { msUntil, settlesWithin } from '../base/deadline.ts';
import { guarded } from '../base/guarded.ts';
import { McpClient } from '../mcp-client.ts';
import { ActiveCalls } from './active-calls.ts';
import { BudgetLedger } from './budget-ledger.ts';
import type { AbortCause } from './call-group.ts';
import { CatalogueKeeper } from './catalogue-keeper.ts';
import { Catalogue, defaultCatalogueLimits } from './catalogue.ts';
import { detachedClock } from './detached-clock.ts';
import { FileDigests } from './file-digests.ts';
import { Leases } from './leases.ts';
import { closeServers, type ManagerCloseReport } from './manager-close.ts';
import type { ManagerEvent } from './manager-event.ts';
import type { McpManagerOptions } from './manager-options.ts';
import { createQuarantine } from './quarantine.ts';
import { ProcessPlaces } from './process-places.ts';
import { ServerDirectory } from './server-directory.ts';
import type { ManagerPorts, Shared } from './managed-entry.ts';
import { createEntry } from './server-factory.ts';
import { ServerPlan } from './server-plan.ts';
import { surveyTools, type SurveyOptions } from './tool-survey.ts';
import type { ToolsAnswer } from './tools-answer.ts';

/** What is behind a manager's door: what its servers share, and what concerns all of them. */
export class ManagerCore {
  readonly shared: Shared;
  readonly directory: ServerDirectory;
  readonly #options: McpManagerOptions;
  readonly #keeper: CatalogueKeeper;
  #version = 1;
  #isClosed = false;

  constructor(options: McpManagerOptions, given: Partial<ManagerPorts>) {
    this.#options = options;
    const { quarantine = createQuarantine(), budgets = {}, maxProcesses = 64, catalogueFile } = options;
    const ports = { ...defaultPorts(options), ...given };
    const { clock, wallTime } = ports;
    const calls = new ActiveCalls();
    const catalogue = new Catalogue(defaultCatalogueLimits, wallTime);
    this.#keeper = new CatalogueKeeper(catalogue, catalogueFile, (message) =>
      this.#tell({ type: 'manager-diagnostic', message }),
    );
    this.shared = {
      options,
      ports,
      quarantine,
      catalogue,
      calls,
      known: () => this.#keeper.known(),
      leases: new Leases({ wallTime, onChange: (name) => this.directory.require(name).server.heldChanged() }),
      ledger: new BudgetLedger({
        budgets,
        clock,
        onExhausted: ({ runId, serverName }) =>
          void calls.abort(
            (call) => call.runId === runId && (serverName === undefined || call.serverName === serverName),
            'budget',
          ),
      }),
      places: new ProcessPlaces({ max: maxProcesses, makeRoom: () => this.#makeRoom() }),
      isClosed: () => this.#isClosed,
      tell: (event) => this.#tell(event),
      onListed: (serverName, isNews) => this.#listed(serverName, isNews),
    };
    this.directory = new ServerDirectory(
      options.servers.map((config) => createEntry(config, this.shared)),
      catalogue,
    );
  }

  /** Counts the changes of tools, from 1. */
  get version(): number {
    return this.#version;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  async survey(request: Pick<SurveyOptions, 'entries' | 'starts' | 'timeoutMs' | 'signal'>): Promise<ToolsAnswer> {
    const { catalogue, known, ports } = this.shared;
    return surveyTools({ ...request, catalogue, known, clock: ports.clock, version: () => this.#version });
  }

  /** Never rejects, and never takes longer than the deadline. */
  async close(deadlineMs: number, reason: AbortCause): Promise<ManagerCloseReport> {
    this.#isClosed = true;
    const { calls, ports } = this.shared;
    const { clock } = ports;
    const end = clock.now() + deadlineMs;
    const left = (): number => msUntil(end, clock);
    calls.abort(() => true, reason);
    const servers = this.directory.all.map(({ server }) => server);
    const report = await closeServers(servers, left, clock);
    await settlesWithin(this.#keeper.flushed(), left(), clock);
    return report;
  }

  #tell(event: ManagerEvent): void {
    guarded(() => this.#options.onEvent?.(event));
  }

  #listed(serverName: string, isNews: boolean): void {
    this.#keeper.changed();
    if (!isNews) return;
    this.#version += 1;
    this.#tell({ type: 'server-tools', serverName, version: this.#version });
  }

  /** Stops the server that nobody uses, and that was used longest ago. */
  #makeRoom(): boolean {
    const idle = this.directory.all.map(({ server }) => server).filter((server) => server.isIdle);
    const [oldest] = idle.toSorted((a, b) => a.lastUsed - b.lastUsed);
    oldest?.makeRoom();
    return oldest !== undefined;
  }
}

function defaultPorts({ approvals, secrets, variables, http }: McpManagerOptions): ManagerPorts {
  const digests = new FileDigests();
  let key: Promise<Uint8Array> | undefined;
  const keyOf = (): Promise<Uint8Array> | undefined => {
    if (approvals === 'not-needed' || key !== undefined) return key;
    key = approvals.key();
    // A file that cannot be read now may be put right.
    key.catch(() => (key = undefined));
    return key;
  };
  return {
    clock: detachedClock(systemClock),
    random: Math.random,
    wallTime: () => new Date(),
    connect: (client) => new McpClient(client),
    planOf: (config) => new ServerPlan({ config, expansion: { ...variables, secrets }, key: keyOf, digests, http }),
  };
}
