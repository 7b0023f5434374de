import { isAbsolute } from 'node:path';
import type { ToolAdapterOptions } from '../adapter/adapter-options.ts';
import type { Approver, CallPolicy } from '../adapter/call-policy.ts';
import type { ProtocolOptions } from '../client/client-options.ts';
import { isTimerMs, maxTimerMs } from '../base/deadline.ts';
import { McpClientError } from '../errors.ts';
import { resolveHttpOptions } from '../http/http-options.ts';
import type { ApprovalStore } from './approvals.ts';
import type { Budgets } from './budget.ts';
import type { ExpansionContext } from './expand-server.ts';
import { defaultHealthPolicy, type HealthPolicy } from './health.ts';
import type { ManagerEvent } from './manager-event.ts';
import type { QuarantineStore } from './quarantine.ts';
import type { HttpSettings } from './reached-server.ts';
import { defaultRestartPolicy, type RestartPolicy } from './restart-policy.ts';
import type { SecretBroker } from './secret-broker.ts';
import type { ServerConfig } from './server-config.ts';
import { defaultServerSettings, type ServerSettings } from './server-settings.ts';

/** Many servers, and what a host decides about all of them. */
export interface McpManagerOptions {
  /** Their names are different. */
  readonly servers: readonly ServerConfig[];
  /**
   * What a person agreed to start, and as what. `not-needed`: the host answers for its servers itself, for example because
   * it wrote their configuration.
   */
  readonly approvals: ApprovalStore | 'not-needed';
  /**
   * Which servers are started only as they were approved. Default: all. A host that reads its user's own file beside one of
   * a project answers for the former itself. Of these it is told as a `notice` when the program is not what it was when it
   * was seen last, by this manager or by one with the same `catalogueFile`.
   */
  readonly needsApproval?: ((server: ServerConfig) => boolean) | undefined;
  /** Default: one that ends with the process. */
  readonly quarantine?: QuarantineStore | undefined;
  /** The host's rule for calls. */
  readonly policy?: CallPolicy | undefined;
  /** Who is asked about calls. */
  readonly approver?: Approver | undefined;
  /** Where secrets come from: asked at each start; what can be revoked is, when the server is gone. */
  readonly secrets?: SecretBroker | undefined;
  /** What else the variables of a configuration are put in from. */
  readonly variables?: Omit<ExpansionContext, 'secrets' | 'signal'> | undefined;
  /** What each run may spend. With budgets every call must say its `runId`. */
  readonly budgets?: Budgets | undefined;
  /** Servers that run at once. Over it one that nobody uses is stopped, or the start is refused. Default 64. */
  readonly maxProcesses?: number | undefined;
  /** Times where a server's configuration says nothing. */
  readonly timeouts?: { readonly [Name in keyof ServerSettings]?: number | undefined } | undefined;
  readonly restart?: Partial<RestartPolicy> | undefined;
  readonly health?: Partial<HealthPolicy> | undefined;
  /** What every client has. Time and era are the manager's, and its servers'. */
  readonly client?:
    | Omit<
        ProtocolOptions,
        'serverName' | 'era' | 'timeouts' | 'onNotification' | 'onMissedChanges' | 'onEnd' | 'onDiagnostic'
      >
    | undefined;
  /** What concerns servers that are reached. */
  readonly http?: HttpSettings | undefined;
  /** How results come to the model. */
  readonly results?: Pick<ToolAdapterOptions, 'limits' | 'onMismatch' | 'spill'> | undefined;
  /** Keeps what is known of servers from one host to the next: absolute. Default: it ends with the process. */
  readonly catalogueFile?: string | undefined;
  /** What happens to the servers. May throw; nothing breaks by it. */
  readonly onEvent?: ((event: ManagerEvent) => void) | undefined;
}

/**
 * Checks what a host gave; what concerns one server alone is checked where it is used.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`, naming the option and what it should be
 */
export function checkManagerOptions(options: McpManagerOptions): void {
  if (typeof options !== 'object' || options === null) throw invalid('the options', 'should be an object');
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(every, name));
  if (unknown !== undefined) throw invalid(unknown, `does not exist; there are ${Object.keys(every).join(', ')}`);
  const { servers, approvals, maxProcesses = 1, restart = {}, health = {}, timeouts = {} } = options;
  if (!Array.isArray(servers)) throw invalid('servers', `should be ${configurations}`);
  const raw = servers.findIndex((one) => typeof one?.name !== 'string' || typeof one.server?.kind !== 'string');
  if (raw !== -1) throw invalid(`servers[${raw}]`, `is no configuration: servers should be ${configurations}`);
  for (const name of functions) {
    if (options[name] !== undefined && typeof options[name] !== 'function') throw invalid(name, 'should be a function');
  }
  if (approvals !== 'not-needed' && typeof approvals?.find !== 'function') {
    throw invalid('approvals', 'should be a store of approvals, or "not-needed"');
  }
  if (options.quarantine !== undefined && typeof options.quarantine?.find !== 'function') {
    throw invalid('quarantine', 'should be a store of servers that failed too often');
  }
  const { catalogueFile } = options;
  if (catalogueFile !== undefined && (typeof catalogueFile !== 'string' || !isAbsolute(catalogueFile))) {
    throw invalid('catalogueFile', 'should be an absolute path');
  }
  if (!Number.isSafeInteger(maxProcesses) || maxProcesses < 1)
    throw invalid('maxProcesses', 'should be a whole number from 1');
  if (options.http !== undefined) checkHttp(options.http);
  checkNumbers('restart', restart, defaultRestartPolicy);
  checkNumbers('health', health, defaultHealthPolicy);
  checkNumbers('timeouts', timeouts, { ...defaultServerSettings, patienceMs: 1 });
}

const configurations =
  'an array of configurations, as parseConfig gives them; for files and texts there is McpManager.fromConfig';
const functions = ['needsApproval', 'policy', 'approver', 'secrets', 'onEvent'] as const;

/** @throws McpClientError `MCP_INVALID_PARAMS` */
export function requireTime(name: string, value: unknown): void {
  if (isTimerMs(value)) return;
  throw new McpClientError('MCP_INVALID_PARAMS', `${name} should be whole milliseconds from 1 to ${maxTimerMs}`);
}

/** Every option; the compiler says when one is missing. */
const every: Readonly<Record<keyof McpManagerOptions, true>> = {
  servers: true,
  approvals: true,
  needsApproval: true,
  quarantine: true,
  policy: true,
  approver: true,
  secrets: true,
  variables: true,
  budgets: true,
  maxProcesses: true,
  timeouts: true,
  restart: true,
  health: true,
  client: true,
  http: true,
  results: true,
  catalogueFile: true,
  onEvent: true,
};

const httpSettings: Readonly<Record<keyof HttpSettings, true>> = {
  addresses: true,
  agent: true,
  connectMs: true,
  endMs: true,
  maxConnections: true,
  authorizationOf: true,
};

/** What it checks of an address is for each server; any public one will do here. */
const anyUrl = 'https://example.com/';
const noLimits = { maxLineBytes: 1, maxMessageValues: 1, maxQueuedBytes: 1 };

/** What a host says of addresses is a fence: what is no word of it must not count as none. */
function checkHttp(http: HttpSettings): void {
  if (typeof http !== 'object' || http === null) throw invalid('http', 'should be an object');
  const unknown = Object.keys(http).find((name) => !Object.hasOwn(httpSettings, name));
  if (unknown !== undefined) {
    throw invalid(`http.${unknown}`, `does not exist; there are ${Object.keys(httpSettings).join(', ')}`);
  }
  const { authorizationOf, ...settings } = http;
  if (authorizationOf !== undefined && typeof authorizationOf !== 'function') {
    throw invalid('http.authorizationOf', 'should be a function');
  }
  try {
    resolveHttpOptions({ ...settings, url: anyUrl }, noLimits);
  } catch (error) {
    throw error instanceof McpClientError ? new McpClientError(error.code, `http.${error.message}`) : error;
  }
}

/** Times end in `Ms`; everything else is a count, but for the part that is left to chance. */
function checkNumbers(where: string, given: object, defaults: object): void {
  if (typeof given !== 'object' || given === null) throw invalid(where, 'should be an object');
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(defaults, name)) {
      throw invalid(`${where}.${name}`, `does not exist; there are ${Object.keys(defaults).join(', ')}`);
    }
    const isTime = name.endsWith('Ms');
    const isFine = isTime
      ? isTimerMs(value) || (name === 'idleMs' && value === Infinity)
      : name === 'jitter'
        ? typeof value === 'number' && value >= 0 && value < 1
        : Number.isSafeInteger(value) && value >= 1;
    const should = isTime
      ? `whole milliseconds from 1 to ${maxTimerMs}`
      : name === 'jitter'
        ? 'from 0 to 1'
        : 'a whole number from 1';
    if (!isFine) throw invalid(`${where}.${name}`, `should be ${should}`);
  }
}

function invalid(option: string, what: string): McpClientError {
  return new McpClientError('MCP_INVALID_CONFIG', `${option} ${what}`);
}
