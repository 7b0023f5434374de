import { McpClientError } from '../errors.ts';
import { checkApproval, findApproval, type ApprovalStore, type Change } from './approvals.ts';
import { inShort } from './identity-changes.ts';
import type { ServerIdentity } from './identity.ts';
import type { QuarantineStore } from './quarantine.ts';
import type { QuarantinedState } from './server-state.ts';

export interface StartGateOptions {
  readonly serverName: string;
  /** Undefined: the host answers for its servers itself. */
  readonly approvals: ApprovalStore | undefined;
  readonly quarantine: QuarantineStore;
  readonly wallTime: () => Date;
}

/** Whether one server may be started as what it is, and its tools called as what they are (M-03, M-07). */
export class StartGate {
  readonly #options: StartGateOptions;
  /** What is on its way into the store, or never came there: it counts all the same. */
  readonly #unwritten = new Map<string, Omit<QuarantinedState, 'name'>>();
  /** Tools that were found to be approved, by name: of which identity, and as what. */
  readonly #approvedTools = new Map<string, Set<string>>();

  constructor(options: StartGateOptions) {
    this.#options = options;
  }

  /** False: the host answers for this server itself. */
  get asks(): boolean {
    return this.#options.approvals !== undefined;
  }

  /**
   * The quarantine that it is in, or undefined: it may be started.
   *
   * @throws McpClientError `MCP_APPROVAL_REQUIRED`, with what differs from what was approved
   */
  async admit(identity: ServerIdentity): Promise<Omit<QuarantinedState, 'name'> | undefined> {
    const entry = await this.#quarantineOf(identity.hash);
    if (entry !== undefined) return entry;
    const changes = await this.changes(identity);
    if (changes.length === 0) return undefined;
    throw approvalRequired('it was not started', changes);
  }

  /** Nothing to wait for when it is known already. @throws McpClientError `MCP_APPROVAL_REQUIRED` */
  admitTool(identity: ServerIdentity, toolName: string, hash: string): Promise<void> | undefined {
    if (this.#options.approvals === undefined) return undefined;
    const isKnown = this.#approvedTools.get(toolName)?.has(keyOf(identity, hash)) === true;
    return isKnown ? undefined : this.#lookUp(identity, toolName, hash);
  }

  async #lookUp(identity: ServerIdentity, toolName: string, hash: string): Promise<void> {
    const changes = await this.changes(identity, { [toolName]: hash });
    if (changes.length > 0) throw approvalRequired(`${toolName} was not called`, changes);
    this.#remember(identity, toolName, hash);
  }

  async isQuarantined(identity: ServerIdentity): Promise<boolean> {
    return (await this.#quarantineOf(identity.hash)) !== undefined;
  }

  /** Counts at once, in this host; rejects when the store does not take it. */
  async addQuarantine(entry: Omit<QuarantinedState, 'name'>): Promise<void> {
    const { quarantine, serverName, wallTime } = this.#options;
    const { identity, cause, failures } = entry;
    this.#unwritten.set(identity, entry);
    await quarantine.add({ identityHash: identity, serverName, cause, failures, since: wallTime().toISOString() });
    this.#unwritten.delete(identity);
  }

  /** False: it was in none. */
  async liftQuarantine(identity: string): Promise<boolean> {
    const isUnwritten = this.#unwritten.delete(identity);
    return (await this.#options.quarantine.remove(identity)) || isUnwritten;
  }

  /** What differs from what was approved; empty when nothing does. */
  async changes(identity: ServerIdentity, tools: Readonly<Record<string, string>> = {}): Promise<readonly Change[]> {
    const { approvals, serverName } = this.#options;
    if (approvals === undefined) return [];
    const approval = await findApproval(approvals, serverName, identity);
    const check = checkApproval(approval, { serverName, identity, tools });
    return check.status === 'approved' ? [] : check.changes;
  }

  async #quarantineOf(identity: string): Promise<Omit<QuarantinedState, 'name'> | undefined> {
    const unwritten = this.#unwritten.get(identity);
    if (unwritten !== undefined) return unwritten;
    const entry = await this.#options.quarantine.find(identity);
    return entry === undefined ? undefined : { identity, cause: entry.cause, failures: entry.failures };
  }

  /** A person agreed to this server, with these tools, and to the one that runs now, if it is told apart. */
  async approve(
    identity: ServerIdentity,
    tools: Readonly<Record<string, string>>,
    running: ServerIdentity = identity,
  ): Promise<void> {
    const { approvals, serverName, wallTime } = this.#options;
    await approvals?.save({ serverName, identity, tools, approvedAt: wallTime().toISOString() });
    for (const [toolName, hash] of Object.entries(tools)) {
      for (const one of [identity, running]) this.#remember(one, toolName, hash);
    }
  }

  #remember(identity: ServerIdentity, toolName: string, hash: string): void {
    const known = this.#approvedTools.get(toolName) ?? new Set();
    this.#approvedTools.set(toolName, known.add(keyOf(identity, hash)));
  }
}

/** Both are made here, of letters, digits and `=`. */
function keyOf({ hash: identity }: ServerIdentity, hash: string): string {
  return `${identity} ${hash}`;
}

function approvalRequired(what: string, changes: readonly Change[]): McpClientError {
  const words = changes.map((change) => change.words);
  const message = `${what}: somebody must agree first: ${inShort(changes)}`;
  return new McpClientError('MCP_APPROVAL_REQUIRED', message, { changes: words.slice(0, 100), outcome: 'not-sent' });
}
