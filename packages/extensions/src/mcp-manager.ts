import type { ExecuteOptions, ToolDefinition } from './adapter/tool-definition.ts';
import type { ToolOutcome } from './adapter/tool-outcome.ts';
import { requireWanted } from './client/request-options.ts';
import { errorFrom } from './errors.ts';
import type { AbortCause } from './manager/call-group.ts';
import { approveServer, type ApprovalReport } from './manager/approve-server.ts';
import type { Spent } from './manager/budget.ts';
import { checkHealth, type HealthReport } from './manager/check-health.ts';
import type { Lease } from './manager/leases.ts';
import { loadServers, type ManagerConfig } from './manager/load-servers.ts';
import type { ManagerCloseReport } from './manager/manager-close.ts';
import { ManagerCore } from './manager/manager-core.ts';
import { checkManagerOptions, requireTime, type McpManagerOptions } from './manager/manager-options.ts';
import { statusOf, type ManagerStatus } from './manager/manager-status.ts';
import { clearQuarantine } from './manager/clear-quarantine.ts';
import type { ParsedConfig } from './manager/parse-config.ts';
import type { Quarantine } from './manager/quarantine.ts';
import { closedFailure } from './manager/refusals.ts';
import { lookAt, type ServerReview } from './manager/review-server.ts';
import type { ToolReference } from './manager/server-directory.ts';
import type { ManagerPorts } from './manager/managed-entry.ts';
import type { ToolsAnswer } from './manager/tools-answer.ts';

/** For `start` and `tools`. */
export interface ManagerRequest {
  /** Milliseconds in all, for all servers side by side. Who is not done then goes on without being waited for. */
  readonly timeoutMs?: number | undefined;
  /** Takes the wish back. The signal stays the caller's. */
  readonly signal?: AbortSignal | undefined;
}

export interface ToolsRequest extends ManagerRequest {
  /** Names of servers. Default: all that are enabled. */
  readonly servers?: readonly string[] | undefined;
  /** False: nothing is started; what is known is told. Default true. */
  readonly start?: boolean | undefined;
}

export interface CheckRequest extends Pick<ManagerRequest, 'signal'> {
  /** Milliseconds for the answer to the ping. What comes before it, a start for example, has times of its own. */
  readonly timeoutMs?: number | undefined;
}

export interface ReviewRequest extends Pick<ManagerRequest, 'signal'> {
  /** Start a server that is approved, to see whether its tools are still what was approved. Default false. */
  readonly withTools?: boolean | undefined;
}

export interface ApproveRequest extends Pick<ManagerRequest, 'signal'> {
  /** `ServerReview.fingerprint`. Default: whatever it is now is agreed to. */
  readonly fingerprint?: string | undefined;
}

/**
 * Many MCP servers as one thing: started when they are needed, restarted with patience, given up when they are hopeless, and
 * ended together. One slow, broken or hostile server never blocks the others.
 *
 * | resource                        | owner                     | given back by                                        |
 * | ------------------------------- | ------------------------- | ---------------------------------------------------- |
 * | a server's process and secrets  | its slot, one at a time   | idle for long, a failure, `rotate`, `close()`        |
 * | a call                          | its caller                | its one settlement; `abortRun`, `close()`            |
 * | a lease                         | its holder                | `release()`                                          |
 * | a tool                          | the agent                 | it holds names: it survives restarts                 |
 * | approvals, quarantine, broker   | the host                  | nothing here closes them                             |
 */
export class McpManager implements AsyncDisposable {
  /** Servers that failed too often, as they are. */
  readonly quarantine: {
    readonly list: () => Promise<readonly Quarantine[]>;
    /** Lets a server be started again; false when it was in none. */
    readonly clear: (serverName: string) => Promise<boolean>;
  };
  readonly #core: ManagerCore;
  #closing: Promise<ManagerCloseReport> | undefined;

  /**
   * Checks the options and does nothing else: no process, no file, no timer.
   *
   * @throws McpClientError `MCP_INVALID_CONFIG`
   */
  constructor(options: McpManagerOptions, ports: Partial<ManagerPorts> = {}) {
    checkManagerOptions(options);
    this.#core = new ManagerCore(options, ports);
    const { shared, directory } = this.#core;
    this.quarantine = {
      list: () => shared.quarantine.list(),
      clear: async (serverName) => clearQuarantine(directory.require(serverName)),
    };
  }

  /**
   * A manager of the servers of a configuration. Entries that were refused are in `problems`, and not among the servers:
   * show them to somebody.
   *
   * @throws McpClientError `MCP_INVALID_CONFIG`
   */
  static async fromConfig(
    config: ManagerConfig,
    options: Omit<McpManagerOptions, 'servers'>,
    ports: Partial<ManagerPorts> = {},
  ): Promise<Omit<ParsedConfig, 'servers'> & { readonly manager: McpManager }> {
    const { servers, problems, diagnostics } = await loadServers(config);
    return { manager: new McpManager({ ...options, servers }, ports), problems, diagnostics };
  }

  /**
   * Starts what asks for it, side by side, and waits for it as long as it may. Who is not ready then goes on starting. A
   * server without which the host cannot work (`isRequired`) must be ready in that time.
   *
   * @throws McpClientError why a required server is not there; the manager goes on, and is to be closed. `MCP_ABORTED`
   */
  async start({ timeoutMs = 15_000, signal }: ManagerRequest = {}): Promise<ManagerStatus> {
    this.#requireOpen('start', signal);
    requireTime('timeoutMs', timeoutMs);
    const wanted = this.#core.directory
      .choose(undefined)
      .filter(({ config }) => config.isRequired || config.start === 'prewarm');
    for (const { server } of wanted) server.prewarm();
    const { servers } = await this.#core.survey({ entries: wanted, starts: true, timeoutMs, signal });
    requireWanted('start', signal);
    for (const { config } of wanted.filter((one) => one.config.isRequired)) {
      const reason = servers.find(({ name }) => name === config.name)?.reason;
      if (reason !== undefined) throw errorFrom({ ...reason, serverName: config.name, outcome: 'not-sent' });
    }
    return this.status();
  }

  /**
   * The tools that an agent may use now: within `timeoutMs` (default 10,000), whatever single servers do. Starts what is not
   * there, unless `start` is false.
   *
   * @throws McpClientError `MCP_INVALID_PARAMS`, `MCP_ABORTED`, `CLIENT_CLOSED`
   */
  async tools(request: ToolsRequest = {}): Promise<ToolsAnswer> {
    const { signal, timeoutMs = 10_000 } = request;
    this.#requireOpen('tools', signal);
    requireTime('timeoutMs', timeoutMs);
    const entries = this.#core.directory.choose(request.servers);
    const answer = await this.#core.survey({ entries, starts: request.start ?? true, timeoutMs, signal });
    requireWanted('tools', signal);
    return answer;
  }

  /**
   * Calls one tool, as an agent would: checked, allowed, bounded. Starts its server if need be.
   *
   * @throws McpClientError as `ToolDefinition.execute`; `MCP_QUARANTINED`, `MCP_BUDGET_EXCEEDED`
   */
  call(
    tool: ToolReference,
    args: Readonly<Record<string, unknown>> = {},
    options: ExecuteOptions = {},
  ): Promise<ToolOutcome> {
    try {
      this.#requireOpen('tools/call', options.signal);
      const listed = this.#core.directory.listed(tool);
      if (listed !== undefined) return listed.execute(args, options);
      return this.#listed(tool, options).then((definition) => definition.execute(args, options));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Plain JSON, for a person and for a log. */
  status(): ManagerStatus {
    const { leases, places, calls, ports } = this.#core.shared;
    return {
      isClosed: this.#core.isClosed,
      servers: this.#core.directory.all.map((entry) => statusOf(entry, leases, ports.clock)),
      processes: places.taken,
      calls: calls.size,
      version: this.#core.version,
    };
  }

  /**
   * What a server is, beside what was approved: for a person to look at. Starts nothing, unless `withTools` asks for a server
   * that is approved already.
   *
   * @throws McpClientError `MCP_INVALID_PARAMS`, and why it cannot be found out what the server is
   */
  async review(serverName: string, { signal, withTools = false }: ReviewRequest = {}): Promise<ServerReview> {
    this.#requireOpen('review', signal);
    const { review } = await lookAt(this.#core.directory.require(serverName), { signal, withTools });
    return review;
  }

  /**
   * A person agreed to a server as it is now. It is started to see its tools, which are agreed to with it; what changes
   * later is asked about again. With the `fingerprint` of a review nothing else than what was looked at is agreed to.
   *
   * @throws McpClientError `MCP_INVALID_PARAMS`, `MCP_APPROVAL_REQUIRED`, and why it cannot be found out what the server is
   */
  async approve(serverName: string, { signal, fingerprint }: ApproveRequest = {}): Promise<ApprovalReport> {
    this.#requireOpen('approve', signal);
    return approveServer(this.#core.directory.require(serverName), { signal, fingerprint });
  }

  /** Holds servers (default: all): they are not stopped for being idle, and restarted by themselves, until it is released. */
  lease(holder: string, servers?: readonly string[]): Lease {
    this.#requireOpen('lease', undefined);
    const names = this.#core.directory.choose(servers).map(({ config }) => config.name);
    return this.#core.shared.leases.acquire(holder, names);
  }

  /** Aborts the calls of a run; they end with `MCP_ABORTED`, and whose wish it was. Says how many there were. */
  abortRun(runId: string, reason: AbortCause = 'user'): number {
    return this.#core.shared.calls.abort((call) => call.runId === runId, reason);
  }

  /** What a run spent so far, in all. With `forget` it begins anew. */
  spent(runId: string, { forget = false }: { readonly forget?: boolean } = {}): Spent | undefined {
    const spent = this.#core.shared.ledger.spent(runId);
    if (forget) this.#core.shared.ledger.forget(runId);
    return spent;
  }

  /**
   * Restarts a server with new secrets: new calls wait, those under way may end, nothing is sent again. Resolves when it is
   * ready again; does nothing to one that does not run.
   *
   * @throws McpClientError why it did not come up again
   */
  async rotate(serverName: string, { signal }: Pick<ManagerRequest, 'signal'> = {}): Promise<void> {
    this.#requireOpen('rotate', signal);
    await this.#core.directory.require(serverName).server.rotate(signal);
  }

  /** Stops a server. The next call of one of its tools starts it again. */
  stop(serverName: string): void {
    this.#core.directory.require(serverName).server.stop();
  }

  /**
   * Whether a server is well: it must start, list its tools and answer a ping. What was opened for that is closed again.
   *
   * @throws McpClientError `MCP_INVALID_PARAMS`, `MCP_ABORTED`, `CLIENT_CLOSED`
   */
  async check(serverName: string, { timeoutMs = 5_000, signal }: CheckRequest = {}): Promise<HealthReport> {
    this.#requireOpen('check', signal);
    requireTime('timeoutMs', timeoutMs);
    return checkHealth(this.#core.directory.require(serverName), { timeoutMs, signal, ...this.#core.shared });
  }

  /**
   * Ends everything, side by side and within `deadlineMs` (default 5,000): no new work, calls end with `MCP_ABORTED` and
   * `abortedBy`, then processes and what they started, then what was lent to them. Starts nothing. Any number of times: one
   * shared promise, which never rejects.
   */
  close({
    deadlineMs = 5_000,
    reason = 'shutdown',
  }: { deadlineMs?: number; reason?: AbortCause } = {}): Promise<ManagerCloseReport> {
    this.#closing ??= this.#core.close(deadlineMs, reason);
    return this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Also what only waits for its server to be listed is a call of the run. */
  async #listed(tool: ToolReference, { signal, runId }: ExecuteOptions): Promise<ToolDefinition> {
    const { shared, directory } = this.#core;
    await shared.known();
    const serverName = typeof tool === 'string' ? '' : tool.server;
    return shared.calls.run({ serverName, runId }, signal, (ours) => directory.tool(tool, ours));
  }

  #requireOpen(method: string, signal: AbortSignal | undefined): void {
    if (this.#core.isClosed) throw errorFrom({ ...closedFailure, method });
    requireWanted(method, signal);
  }
}
