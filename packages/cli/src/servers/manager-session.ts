import {
  addressLookup,
  createQuarantine,
  describeSandbox,
  McpClientError,
  McpManager,
  openApprovalFile,
  openQuarantineFile,
  type ApprovalStore,
  type McpManagerOptions,
  type QuarantineStore,
  type ServerConfig,
  type ServerIdentity,
  type ToolOutcome,
} from '@coding-agent/extensions';
import { launchSecrets } from '@coding-agent/extensions/trace';
import type { Host } from '../host.ts';
import { examineServer } from './examine-server.ts';
import type { Folders } from './folders.ts';
import { knownOf, listingOf } from './listing-of.ts';
import { passedVariables } from './passed-variables.ts';
import { progressText } from './progress-text.ts';
import { publishedReport } from './published-report.ts';
import { reachServer } from './reach-server.ts';
import { StartRecord } from './start-record.ts';
import type { PublishedReport, ReportAbout } from '../reports.ts';
import type {
  ApprovalEnd,
  Examination,
  Leftover,
  Listing,
  ListOptions,
  QuarantineEntry,
  Reach,
  Review,
  ReviewOptions,
  Session,
  SessionOptions,
  ToolCallOptions,
  WaitOptions,
} from './workspace.ts';

export interface ManagerSessionOptions extends SessionOptions {
  readonly host: Host;
  readonly servers: readonly ServerConfig[];
  /** Of the user's own file, or typed by him: needs no approval. */
  readonly isTrusted: (config: ServerConfig) => boolean;
  /** Where approvals and the quarantine are kept; undefined: nowhere, and every server is trusted. */
  readonly folders: Folders | undefined;
}

/** So long it may take until all servers are there; each of them has its own times in the manager, which are shorter. */
const allReadyMs = 600_000;

/** A call with progress may take so long in all, as in the manager. */
const defaultTotalMs = 600_000;

/** A tool's result is for a person or a pipe here, not for a model: it is bounded by what the client takes. */
const resultLimits = {
  maxTextBytes: 256 * 1024 * 1024,
  maxTextLines: 100_000_000,
  maxMediaBytes: 256 * 1024 * 1024,
  maxTotalMediaBytes: 256 * 1024 * 1024,
  maxBlocks: 1_000_000,
  maxArgumentBytes: 32 * 1024 * 1024,
};

/** The commands' servers, on the manager of the library, which owns all that is started until `close()`. */
export class ManagerSession implements Session {
  readonly #options: ManagerSessionOptions;
  readonly #approvals: ApprovalStore | undefined;
  readonly #quarantine: QuarantineStore;
  readonly #manager: McpManager;
  /** What the manager does not tell: what a server said of itself, and all that an error holds. */
  readonly #record = new StartRecord();
  /** Failures that are in the trace. */
  readonly #traced = new WeakSet();
  #closing: Promise<readonly Leftover[]> | undefined;

  constructor(options: ManagerSessionOptions) {
    this.#options = options;
    const { servers, host, folders, isTrusted, askInput, timeoutMs, trace } = options;
    // Without folders nothing is kept: an attempt on the command line leaves no trace.
    this.#approvals = folders === undefined ? undefined : openApprovalFile(folders.approvalsFile);
    this.#quarantine = folders === undefined ? createQuarantine() : openQuarantineFile(folders.quarantineFile);
    const { env, platform, home: homeFolder, cwd: workspaceFolder } = host;
    this.#manager = new McpManager(
      {
        servers,
        approvals: this.#approvals ?? 'not-needed',
        needsApproval: (config) => !isTrusted(config),
        quarantine: this.#quarantine,
        // Who types the call has been asked by that.
        approver: () => true,
        results: { limits: resultLimits },
        // Which era a server is of is asked once, and not by every command.
        ...(folders === undefined ? {} : { catalogueFile: folders.catalogueFile }),
        ...(timeoutMs === undefined ? {} : { timeouts: timesFor(timeoutMs) }),
        variables: { host: env, platform, homeFolder, workspaceFolder, askInput },
        onEvent: (event) => {
          this.#record.told(event);
          trace?.listener(event);
        },
        ...(trace === undefined ? {} : { client: { onEvent: trace.listener } }),
      },
      {
        connect: (client) => {
          trace?.protect(launchSecrets(client, env));
          return this.#record.connect(client);
        },
      },
    );
  }

  async list(
    names: readonly string[],
    { signal, timeoutMs = allReadyMs, onWaiting }: ListOptions,
  ): Promise<readonly Listing[]> {
    const enabled = names.filter((name) => this.#config(name).isEnabled);
    const stop = this.#record.watch(enabled, (waiting) => onWaiting?.(waiting));
    try {
      const answer =
        enabled.length === 0 ? undefined : await this.#manager.tools({ servers: enabled, signal, timeoutMs });
      const listings = names.map((name) => listingOf(name, answer, this.#record));
      for (const listing of listings) await this.#traceFailure(listing, signal);
      return await Promise.all(listings.map((listing) => this.#withChanges(listing, signal)));
    } finally {
      stop();
    }
  }

  async known(names: readonly string[], { signal }: WaitOptions): Promise<readonly Listing[]> {
    const enabled = names.filter((name) => this.#config(name).isEnabled);
    const { servers } = await this.#manager.tools({ servers: enabled, start: false, timeoutMs: allReadyMs, signal });
    return names.map((server) => knownOf(server, servers));
  }

  call(
    server: string,
    tool: string,
    args: Readonly<Record<string, unknown>>,
    { signal, timeoutMs, onProgress }: ToolCallOptions,
  ): Promise<ToolOutcome> {
    return this.#manager.call({ server, tool }, args, {
      signal,
      timeoutMs,
      onProgress: (progress) => onProgress(progressText(progress)),
    });
  }

  async review(server: string, { signal, withTools }: ReviewOptions): Promise<Review> {
    const config = this.#config(server);
    const isTrusted = this.#options.isTrusted(config);
    const { identity, changes, fingerprint } = await this.#manager.review(server, { signal, withTools });
    const { variables, headers, cwd } = await passedVariables(config, this.#options.host);
    return {
      server,
      status: isTrusted ? 'not-needed' : changes.length === 0 ? 'approved' : 'needed',
      fingerprint,
      changes: changes.map(({ words }) => words),
      ...(identity.executable === undefined ? {} : { executable: identity.executable }),
      ...addressOf(identity),
      programs: identity.parts
        .filter(({ name }) => name !== 'configuration' && name !== 'secrets')
        .map(({ name: kind, what, digest, text }) => ({ kind, what, digest, ...(text === undefined ? {} : { text }) })),
      environment: variables,
      headers,
      ...(cwd === undefined ? {} : { cwd }),
      sandbox: describeSandbox(config),
      wishes: config.wishes,
    };
  }

  async approve({ server, fingerprint }: Review, { signal }: WaitOptions): Promise<ApprovalEnd> {
    try {
      const { tools, reason } = await this.#manager.approve(server, { signal, fingerprint });
      return { isApproved: true, tools, ...(reason === undefined ? {} : { reason: reason.message }) };
    } catch (error) {
      if (error instanceof McpClientError && error.code === 'MCP_APPROVAL_REQUIRED') return { isApproved: false };
      throw error;
    }
  }

  async revoke(server: string): Promise<boolean> {
    return (await this.#approvals?.remove(server)) === true;
  }

  examine(server: string, { signal }: WaitOptions): Promise<Examination> {
    return examineServer({
      config: this.#config(server),
      host: this.#options.host,
      quarantine: this.#quarantine,
      review: () => this.review(server, { signal, withTools: false }),
    });
  }

  async reach(server: string, { signal }: WaitOptions): Promise<Reach | undefined> {
    const { options } = this.#record.startOf(server);
    if (options === undefined || !('url' in options)) return undefined;
    return reachServer({ url: new URL(options.url), lookup: addressLookup(options) }, signal);
  }

  async quarantined(): Promise<readonly QuarantineEntry[]> {
    const entries = await this.#quarantine.list();
    return entries.map(({ serverName, identityHash, cause, failures, since }) => ({
      server: serverName,
      fingerprint: identityHash,
      cause,
      failures,
      since,
    }));
  }

  release({ fingerprint }: QuarantineEntry): Promise<boolean> {
    return this.#quarantine.remove(fingerprint);
  }

  async report(about: ReportAbout, { signal }: WaitOptions): Promise<PublishedReport> {
    const { server } = about;
    const config = this.#options.servers.find(({ name }) => name === server);
    if (server === undefined || config === undefined) return publishedReport(about, { secrets: [] });
    const { handshake, handshakeMs, options } = this.#record.startOf(server);
    const { env } = this.#options.host;
    // As it was written, if it did not come so far that all was put in.
    const secrets = [
      ...launchSecrets(config.server, env),
      ...(options === undefined ? [] : launchSecrets(options, env)),
    ];
    const identity = await this.#identityOf(server, signal);
    const url = options !== undefined && 'url' in options ? options.url : undefined;
    const report = publishedReport(about, { handshake, handshakeMs, identity, url, secrets });
    this.#traceReport(about, report);
    return report;
  }

  /** A failed start goes into the trace with what the server wrote last. */
  async #traceFailure(listing: Listing, signal: AbortSignal): Promise<void> {
    if (listing.state !== 'failed' || this.#options.trace === undefined) return;
    const { server, error } = listing;
    await this.report({ server, failure: { kind: 'error', error } }, { signal });
  }

  /** Each failure once, however often it is reported. */
  #traceReport({ failure }: ReportAbout, { record }: PublishedReport): void {
    const key = failure?.kind === 'error' ? failure.error : failure;
    if (record === undefined || typeof key !== 'object' || key === null || this.#traced.has(key)) return;
    this.#traced.add(key);
    this.#options.trace?.add(record);
  }

  /** Undefined where it cannot be found out. */
  async #identityOf(server: string, signal: AbortSignal): Promise<string | undefined> {
    try {
      return (await this.#manager.review(server, { signal, withTools: false })).fingerprint;
    } catch {
      return undefined;
    }
  }

  notices(): readonly string[] {
    return this.#record.notices;
  }

  close(): Promise<readonly Leftover[]> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<readonly Leftover[]> {
    const { survivors } = await this.#manager.close({ reason: 'user' });
    return survivors.map(({ pid, command }) => ({ pid, command }));
  }

  /** Tools of an approved server that are not what was approved: they are shown, and cannot be called. */
  async #withChanges(listing: Listing, signal: AbortSignal): Promise<Listing> {
    const { server, state } = listing;
    if (state !== 'ready' || this.#options.isTrusted(this.#config(server))) return listing;
    const { changes } = await this.#manager.review(server, { signal, withTools: true });
    return changes.length === 0 ? listing : { ...listing, changes: changes.map(({ words }) => words) };
  }

  #config(name: string): ServerConfig {
    const config = this.#options.servers.find((server) => server.name === name);
    if (config === undefined) throw new Error(`there is no server ${name}`);
    return config;
  }
}

/** Where variables make it, and it is not as it is written. */
function addressOf({ parts }: ServerIdentity): Pick<Review, 'address'> {
  const text = parts.find(({ name, what }) => name === 'configuration' && what === 'address')?.text;
  return text === undefined ? {} : { address: JSON.parse(text) as string };
}

/** What `--timeout` means for a server whose entry says nothing of its own. */
function timesFor(timeoutMs: number): NonNullable<McpManagerOptions['timeouts']> {
  const totalMs = Math.max(timeoutMs, defaultTotalMs);
  return { startMs: timeoutMs, listMs: timeoutMs, callMs: timeoutMs, totalMs };
}
