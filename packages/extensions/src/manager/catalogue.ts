import type { Permission } from '../adapter/tool-definition.ts';
import type { SchemaVerdict } from '../adapter/schema-verdict.ts';
import type { Era } from '../protocol/revisions.ts';
import type { IdentityPart } from './identity-part.ts';

/** What is kept of a tool: enough to show and to choose it, not enough to call it. Texts are the server's: untrusted. */
export interface SlimTool {
  /** Its name for the model. */
  readonly name: string;
  readonly toolName: string;
  readonly description: string;
  readonly permission: Permission;
  /** SHA-256 of its input schema as canonical JSON. */
  readonly schemaHash: string;
  readonly verdict: SchemaVerdict;
}

/** What a server was when it was last seen. */
export interface CatalogueEntry {
  readonly serverName: string;
  /** What it was then: an entry of another identity is about another server. */
  readonly identity: string;
  /** How to talk to it: the next start need not find out. */
  readonly era: Era;
  readonly protocolVersion: string;
  /** When the era was found out, as ISO 8601. Missing: when it was listed. */
  readonly eraFoundAt?: string;
  /** Of a server that is reached: where. Servers at one place are taken to be of one era. */
  readonly origin?: string;
  readonly tools: readonly SlimTool[];
  /** The files that it was made of, as far as they were found. */
  readonly programs?: readonly IdentityPart[];
  /** Some were left out of the entry: too many, or too large. */
  readonly isCut: boolean;
  /** When it was listed, as ISO 8601. */
  readonly listedAt: string;
}

export interface CatalogueLimits {
  /** Servers. Default 256. */
  readonly maxEntries: number;
  /** Characters of one entry as JSON. Default 262,144. */
  readonly maxEntryLength: number;
  /** An era that was found out longer ago is found out anew, milliseconds. Default 7 days. */
  readonly eraMs: number;
  /**
   * The same of the legacy era of a server that is reached: nothing tells when it is exchanged for one of both eras, and it
   * would be spoken to in the old way for ever. Default 1 day.
   */
  readonly reachedLegacyMs: number;
}

export const defaultCatalogueLimits: CatalogueLimits = {
  maxEntries: 256,
  maxEntryLength: 256 * 1024,
  eraMs: 7 * 24 * 60 * 60 * 1_000,
  reachedLegacyMs: 24 * 60 * 60 * 1_000,
};

/** An era that was found out earlier, and when that was (ISO 8601). */
export interface KnownEra {
  readonly era: Era;
  readonly foundAt: string;
}

/** Whose era it is: of a place that is reached, or of what is started. */
export interface EraOwner {
  readonly serverName: string;
  readonly identity: string;
  readonly origin: string | undefined;
}

/** What is known of servers without starting them (M-02), by identity. Bounded: what was seen longest ago goes first. */
export class Catalogue {
  readonly #limits: CatalogueLimits;
  readonly #wallTime: () => Date;
  /** In the order in which they were seen. */
  readonly #entries = new Map<string, CatalogueEntry>();
  readonly #doubtful = new Set<string>();

  constructor(limits: CatalogueLimits, wallTime: () => Date, known: readonly CatalogueEntry[] = []) {
    this.#limits = limits;
    this.#wallTime = wallTime;
    for (const entry of known) this.record(entry);
  }

  find(serverName: string, identity: string): CatalogueEntry | undefined {
    return this.#entries.get(keyOf(serverName, identity));
  }

  /** The server of this name, as whatever it was when it was seen last. */
  lastOf(serverName: string): CatalogueEntry | undefined {
    return this.entries().findLast((entry) => entry.serverName === serverName);
  }

  /** The server that had a tool with this name for the model, and the tool's own name. */
  ownerOf(name: string): { readonly serverName: string; readonly toolName: string } | undefined {
    for (const { serverName, tools } of [...this.#entries.values()].toReversed()) {
      const tool = tools.find((one) => one.name === name);
      if (tool !== undefined) return { serverName, toolName: tool.toolName };
    }
    return undefined;
  }

  /** How old an entry is, in milliseconds. */
  ageMs({ listedAt }: CatalogueEntry): number {
    return this.#sinceMs(listedAt);
  }

  record(entry: CatalogueEntry): void {
    const key = keyOf(entry.serverName, entry.identity);
    this.#entries.delete(key);
    this.#entries.set(key, bounded(entry, this.#limits.maxEntryLength));
    this.#doubtful.delete(eraKey(entry));
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#limits.maxEntries && oldest !== undefined) this.#entries.delete(oldest);
  }

  /** The era that a start can spare itself the question for; undefined when nobody knows, or not for sure. */
  eraOf(owner: EraOwner): KnownEra | undefined {
    const { serverName, identity, origin } = owner;
    const entry =
      origin === undefined ? this.find(serverName, identity) : this.entries().findLast((one) => one.origin === origin);
    if (entry === undefined || this.#doubtful.has(eraKey(owner))) return undefined;
    const { era, eraFoundAt: foundAt = entry.listedAt } = entry;
    const { eraMs, reachedLegacyMs } = this.#limits;
    const maxMs = origin !== undefined && era === 'legacy' ? reachedLegacyMs : eraMs;
    return this.#sinceMs(foundAt) <= maxMs ? { era, foundAt } : undefined;
  }

  /** A start that went by the era failed: the next one asks. */
  doubtEra(owner: EraOwner): void {
    if (this.eraOf(owner) !== undefined) this.#doubtful.add(eraKey(owner));
  }

  entries(): readonly CatalogueEntry[] {
    return [...this.#entries.values()];
  }

  #sinceMs(moment: string): number {
    return Math.max(0, this.#wallTime().getTime() - Date.parse(moment));
  }
}

/** As many tools as fit. */
function bounded(entry: CatalogueEntry, maxLength: number): CatalogueEntry {
  let left = maxLength - JSON.stringify({ ...entry, tools: [] }).length;
  const tools: SlimTool[] = [];
  for (const tool of entry.tools) {
    left -= JSON.stringify(tool).length + 1;
    if (left < 0) return { ...entry, tools, isCut: true };
    tools.push(tool);
  }
  return entry;
}

function eraKey({
  serverName,
  identity,
  origin,
}: Partial<EraOwner> & Pick<EraOwner, 'serverName' | 'identity'>): string {
  return origin ?? keyOf(serverName, identity);
}

function keyOf(serverName: string, identity: string): string {
  return JSON.stringify([serverName, identity]);
}
