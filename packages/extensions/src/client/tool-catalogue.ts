import type { Clock, Timer } from '../base/clock.ts';
import { SharedAttempt } from '../base/shared-attempt.ts';
import { errorFrom, type Failure } from '../errors.ts';
import { readToolList, type ToolList } from '../protocol/tool-list.ts';
import type { Diagnostic } from '../rpc/diagnostic.ts';
import { abortFailure, type Answer } from '../rpc/pending-request.ts';
import type { ClientLimits, ClientTimeouts } from './client-options.ts';
import { DiscoveredTools } from './discovered-tools.ts';
import type { ListOptions } from './request-options.ts';

export interface ToolCatalogueOptions {
  readonly clock: Clock;
  readonly limits: ClientLimits;
  readonly timeouts: ClientTimeouts;
  /** Tools say which of their arguments go into headers, and have to say it well (modern era, HTTP). */
  readonly mirrorsArguments: () => boolean;
  /** One page of `tools/list`. */
  readonly fetchPage: (params: object, signal: AbortSignal | undefined, timeoutMs: number) => Promise<Answer>;
  readonly diagnose: (diagnostic: Diagnostic) => void;
}

/** The tools of a server: reads the list, and knows which names stand on it. */
export class ToolCatalogue {
  readonly #options: ToolCatalogueOptions;
  readonly #tools = new DiscoveredTools();
  #listing: SharedAttempt<ToolList> | undefined;

  constructor(options: ToolCatalogueOptions) {
    this.#options = options;
  }

  get isRead(): boolean {
    return this.#tools.isRead;
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  /** The server said that its list is another one now. */
  changed(): void {
    this.#tools.changed();
  }

  /** Reads the list; `timeoutMs` counts for each page, `maxTotalTimeoutMs` for all: then it is cut. */
  async list({ signal, timeoutMs, maxTotalTimeoutMs }: ListOptions): Promise<ToolList> {
    const { clock, limits, timeouts, mirrorsArguments, diagnose } = this.#options;
    const generation = this.#tools.generation;
    const end = clock.now() + (maxTotalTimeoutMs ?? timeouts.totalMs);
    const left = (): number => Math.ceil(end - clock.now());
    const fetchPage = (cursor?: string): Promise<Answer> => {
      const pageMs = Math.max(1, Math.min(timeoutMs ?? timeouts.requestMs, left()));
      return this.#options.fetchPage(cursor === undefined ? {} : { cursor }, signal, pageMs);
    };
    const mirrors = mirrorsArguments();
    const list = await readToolList({ fetchPage, limits, isOver: () => left() <= 0, mirrors, diagnose });
    this.#tools.listed(list, generation);
    return list;
  }

  /**
   * For a call: the name must stand on the list, which is read (again) if that could help. Callers share one reading, whose
   * time in all is that of the first one's call; whoever comes later waits no longer than its own.
   *
   * @throws McpClientError `MCP_UNKNOWN_TOOL`, `MCP_TIMEOUT`, `MCP_ABORTED`, or what reading the list fails with
   */
  async require(name: string, options: ListOptions): Promise<void> {
    if (this.#tools.worthListing) await this.renew(options);
    if (this.#tools.has(name)) return;
    const message = `the server lists no tool ${JSON.stringify(name.slice(0, 64))}`;
    throw errorFrom({ code: 'MCP_UNKNOWN_TOOL', message, method: 'tools/call', outcome: 'not-sent' });
  }

  /** Reads the list (again); whoever wants that meanwhile shares it. @throws McpClientError as `require` */
  async renew({ signal, timeoutMs, maxTotalTimeoutMs }: ListOptions): Promise<void> {
    const { clock, timeouts } = this.#options;
    const pageMs = timeoutMs ?? timeouts.requestMs;
    const totalMs = maxTotalTimeoutMs ?? pageMs;
    let listing = this.#listing;
    const late = new AbortController();
    let timer: Timer | undefined;
    if (listing === undefined || listing.isAbandoned) {
      const terms = { timeoutMs: pageMs, maxTotalTimeoutMs: totalMs };
      listing = new SharedAttempt((nobodyWaits) => this.list({ ...terms, signal: nobodyWaits }));
      this.#listing = listing;
    } else {
      timer = clock.setTimer(totalMs, () => late.abort());
    }
    const either = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
    const stopped = (reason: unknown): Error => {
      const failure = late.signal.aborted ? tooLate(totalMs) : abortFailure('tools/call', reason);
      return errorFrom({ ...failure, outcome: 'not-sent' });
    };
    try {
      await listing.join(either, stopped);
    } finally {
      timer?.cancel();
      if (this.#listing === listing) this.#listing = undefined;
    }
  }
}

/** A call that came to a reading that was under way already has its own time all the same. */
function tooLate(timeoutMs: number): Failure {
  const message = `tools/call waited ${timeoutMs} ms for the list of tools`;
  return { code: 'MCP_TIMEOUT', message, method: 'tools/call', timeout: 'total', timeoutMs };
}
