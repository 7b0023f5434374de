/** One holder's wish that servers stay. Given back by `release`, once or often. */
export interface Lease extends Disposable {
  /** Who holds: the name of a sub-agent, of a session. */
  readonly holder: string;
  readonly servers: readonly string[];
  /** When it began, as ISO 8601. */
  readonly since: string;
  readonly release: () => void;
}

/** A holder, for a report. */
export interface Holder {
  readonly holder: string;
  readonly since: string;
}

export interface LeasesOptions {
  readonly wallTime: () => Date;
  /** The server has its first lease now, or has lost its last one. */
  readonly onChange: (serverName: string, isHeld: boolean) => void;
}

/**
 * Who holds which server. However many hold one, it is one process; while anybody does it is not stopped for being idle.
 * See github.com/openai/codex/issues/18881: each sub-agent with a set of servers of its own, never reaped.
 */
export class Leases {
  readonly #options: LeasesOptions;
  readonly #held = new Map<string, Set<Lease>>();

  constructor(options: LeasesOptions) {
    this.#options = options;
  }

  acquire(holder: string, servers: readonly string[]): Lease {
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      for (const server of lease.servers) this.#remove(server, lease);
    };
    const lease: Lease = {
      holder,
      servers: [...new Set(servers)],
      since: this.#options.wallTime().toISOString(),
      release,
      [Symbol.dispose]: release,
    };
    for (const server of lease.servers) this.#add(server, lease);
    return lease;
  }

  isHeld(server: string): boolean {
    return this.#held.has(server);
  }

  /** Who holds it, the oldest first. */
  holdersOf(server: string): readonly Holder[] {
    return Array.from(this.#held.get(server) ?? [], ({ holder, since }) => ({ holder, since }));
  }

  #add(server: string, lease: Lease): void {
    const leases = this.#held.get(server);
    if (leases !== undefined) {
      leases.add(lease);
      return;
    }
    this.#held.set(server, new Set([lease]));
    this.#options.onChange(server, true);
  }

  #remove(server: string, lease: Lease): void {
    const leases = this.#held.get(server);
    if (leases?.delete(lease) !== true || leases.size > 0) return;
    this.#held.delete(server);
    this.#options.onChange(server, false);
  }
}
