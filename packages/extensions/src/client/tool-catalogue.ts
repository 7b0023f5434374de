import type { Clock } from '../base/clock.ts';
import { SharedAttempt } from '../base/shared-attempt.ts';
import { errorFrom } from '../errors.ts';
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

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  /** The server said that its list is another one now. */
  changed(): void {
    this.#tools.changed();
  }

  /** Reads the list; `timeoutMs` counts for each page, `maxTotalTimeoutMs` for all: then it is cut. */
  async list({ signal, timeoutMs, maxTotalTimeoutMs }: ListOptions): Promise<ToolList> {
    const { clock, limits, timeouts, diagnose } = this.#options;
    const generation = this.#tools.generation;
    const end = clock.now() + (maxTotalTimeoutMs ?? timeouts.totalMs);
    const left = (): number => Math.ceil(end - clock.now());
    const fetchPage = (cursor?: string): Promise<Answer> => {
      const pageMs = Math.max(1, Math.min(timeoutMs ?? timeouts.requestMs, left()));
      return this.#options.fetchPage(cursor === undefined ? {} : { cursor }, signal, pageMs);
    };
    const list = await readToolList({ fetchPage, limits, isOver: () => left() <= 0, diagnose });
    this.#tools.listed(list, generation);
    return list;
  }

  /**
   * For a call: the name must stand on the list, which is read (again) if that could help. Callers share one reading, whose
   * time in all is that of the first one's call.
   *
   * @throws McpClientError `MCP_UNKNOWN_TOOL`, or what reading the list fails with
   */
  async require(name: string, options: ListOptions): Promise<void> {
    if (this.#tools.worthListing) await this.#listOnce(options);
    if (this.#tools.has(name)) return;
    const message = `the server lists no tool ${JSON.stringify(name.slice(0, 64))}`;
    throw errorFrom({ code: 'MCP_UNKNOWN_TOOL', message, method: 'tools/call', outcome: 'not-sent' });
  }

  async #listOnce({ signal, timeoutMs, maxTotalTimeoutMs }: ListOptions): Promise<void> {
    let listing = this.#listing;
    if (listing === undefined || listing.isAbandoned) {
      const pageMs = timeoutMs ?? this.#options.timeouts.requestMs;
      const terms = { timeoutMs: pageMs, maxTotalTimeoutMs: maxTotalTimeoutMs ?? pageMs };
      listing = new SharedAttempt((nobodyWaits) => this.list({ ...terms, signal: nobodyWaits }));
      this.#listing = listing;
    }
    try {
      await listing.join(signal, (reason) => errorFrom(abortFailure('tools/call', reason)));
    } finally {
      if (this.#listing === listing) this.#listing = undefined;
    }
  }
}
