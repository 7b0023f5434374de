import type { Clock } from '../base/clock.ts';
import { isTimerMs, maxTimerMs } from '../base/deadline.ts';
import { McpClientError, type BudgetKind } from '../errors.ts';
import { isJsonObject } from '../wire/message.ts';
import { Account, exceeded, type Budget, type Budgets, type PaidCall, type Spent } from './budget.ts';
import { jsonBytes } from './json-bytes.ts';

/** What ran out, and of whom. `serverName` is missing when it is the budget in all. */
export interface Exhaustion {
  readonly runId: string;
  readonly serverName: string | undefined;
  readonly kind: BudgetKind;
}

export interface BudgetLedgerOptions {
  readonly budgets: Budgets;
  readonly clock: Clock;
  /** The rest of what is under way there is to be cancelled. */
  readonly onExhausted: (exhaustion: Exhaustion) => void;
}

/** One run's accounts: its own, and those at the servers it uses. */
interface RunAccounts {
  readonly inAll: Account;
  readonly servers: Map<string, Account>;
}

/** How many runs are remembered; of those without a call under way the one that was used longest ago goes first. */
const maxRuns = 10_000;

/**
 * What the runs of agents spend on calls (M-10). Each run has accounts of its own, so that one which is spent takes nothing
 * from the next. A budget needs to know whose the call is: with budgets set, a call without a run is refused.
 */
export class BudgetLedger {
  readonly #options: BudgetLedgerOptions;
  readonly #runs = new Map<string, RunAccounts>();
  readonly #isOn: boolean;

  /** @throws McpClientError `MCP_INVALID_CONFIG` */
  constructor(options: BudgetLedgerOptions) {
    this.#options = options;
    const { run, servers = {}, ...unknown } = options.budgets;
    const [name] = Object.keys(unknown);
    if (name !== undefined) throw invalid(`budgets.${name} does not exist; there are run, servers`);
    if (run !== undefined) checkBudget('budgets.run', run);
    for (const [name, budget] of Object.entries(servers)) checkBudget(`budgets.servers["${name}"]`, budget);
    this.#isOn = run !== undefined || Object.keys(servers).length > 0;
  }

  /** Whether arguments must be measured. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /**
   * Pays for a call. `end` of what comes back must be called.
   *
   * @throws McpClientError `MCP_BUDGET_EXCEEDED`, `MCP_INVALID_PARAMS` for a call without a run; nothing was sent
   */
  begin(runId: string | undefined, serverName: string, argumentBytes: number): PaidCall {
    if (!this.#isOn) return free;
    const paid = this.#payers(runId, serverName, argumentBytes);
    for (const account of paid) account.begin(argumentBytes);
    let isOver = false;
    return {
      end: (resultBytes) => {
        if (isOver) return;
        isOver = true;
        for (const account of paid) account.end(resultBytes);
      },
    };
  }

  /**
   * Nothing is paid; but whoever could not pay for a call with these arguments now need ask nobody for it.
   *
   * @throws McpClientError as `begin`
   */
  requirePayable(runId: string | undefined, serverName: string, args: unknown): void {
    if (this.#isOn) this.#payers(runId, serverName, jsonBytes(args));
  }

  /** The accounts that a call is paid from, all of which have enough. */
  #payers(runId: string | undefined, serverName: string, argumentBytes: number): readonly Account[] {
    if (runId === undefined) {
      const message = 'budgets are set, so a call must say by runId which run it belongs to';
      throw new McpClientError('MCP_INVALID_PARAMS', message, { method: 'tools/call', outcome: 'not-sent' });
    }
    const accounts = this.#accountsOf(runId);
    const server = this.#serverAccount(runId, accounts, serverName);
    const inAll = accounts.inAll.missing(argumentBytes);
    if (inAll !== undefined) throw exceeded(inAll.kind, inAll.limit, 'in all');
    const there = server?.missing(argumentBytes);
    if (there !== undefined) throw exceeded(there.kind, there.limit, 'at this server');
    return server === undefined ? [accounts.inAll] : [accounts.inAll, server];
  }

  /** What a run has spent in all; undefined for one that spent nothing, or was forgotten. */
  spent(runId: string): Spent | undefined {
    return this.#runs.get(runId)?.inAll.spent;
  }

  /** The run is over: what it spent is forgotten. */
  forget(runId: string): void {
    const accounts = this.#runs.get(runId);
    if (accounts === undefined) return;
    this.#runs.delete(runId);
    // A call of it may be under way: it must not end what is done under the same name later.
    for (const account of [accounts.inAll, ...accounts.servers.values()]) account.close();
  }

  #accountsOf(runId: string): RunAccounts {
    const { budgets, clock, onExhausted } = this.#options;
    const found = this.#runs.get(runId);
    const accounts = found ?? {
      inAll: new Account(budgets.run ?? {}, clock, (kind) => onExhausted({ runId, serverName: undefined, kind })),
      servers: new Map<string, Account>(),
    };
    this.#runs.delete(runId); // last in the order of the map is who was used last
    this.#runs.set(runId, accounts);
    if (this.#runs.size > maxRuns) this.#forgetOldest();
    return accounts;
  }

  #serverAccount(runId: string, { servers }: RunAccounts, serverName: string): Account | undefined {
    const { budgets, clock, onExhausted } = this.#options;
    const budget = Object.hasOwn(budgets.servers ?? {}, serverName) ? budgets.servers?.[serverName] : undefined;
    if (budget === undefined) return undefined;
    const found = servers.get(serverName);
    if (found !== undefined) return found;
    const account = new Account(budget, clock, (kind) => onExhausted({ runId, serverName, kind }));
    servers.set(serverName, account);
    return account;
  }

  #forgetOldest(): void {
    for (const [runId, { inAll }] of this.#runs) {
      if (inAll.isBusy) continue;
      this.#runs.delete(runId);
      return;
    }
  }
}

const free: PaidCall = { end: () => {} };

const members = ['maxCalls', 'maxArgumentBytes', 'maxResultBytes', 'maxWallMs'] as const satisfies (keyof Budget)[];

function checkBudget(where: string, budget: unknown): void {
  if (!isJsonObject(budget)) throw invalid(`${where} should be an object`);
  const unknown = Object.keys(budget).find((name) => !members.some((member) => member === name));
  if (unknown !== undefined) throw invalid(`${where}.${unknown} does not exist; there are ${members.join(', ')}`);
  for (const name of members) {
    const value = budget[name];
    if (value === undefined) continue;
    const isFine = name === 'maxWallMs' ? isTimerMs(value) : Number.isSafeInteger(value) && Number(value) >= 0;
    const should = name === 'maxWallMs' ? `whole milliseconds from 1 to ${maxTimerMs}` : 'a whole number from 0';
    if (!isFine) throw invalid(`${where}.${name} should be ${should}`);
  }
}

function invalid(message: string): McpClientError {
  return new McpClientError('MCP_INVALID_CONFIG', message);
}
