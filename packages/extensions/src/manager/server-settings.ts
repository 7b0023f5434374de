import { maxTimerMs } from '../base/deadline.ts';
import { defined } from '../base/defined.ts';
import type { ServerConfig } from './server-config.ts';

/** Times of one server with every default filled in, in milliseconds. */
export interface ServerSettings {
  /** Everything before the process: its identity, its approval, its secrets; a person may be asked. Default 60,000. */
  readonly prepareMs: number;
  /** From the start of the process to the end of the handshake. Default 30,000. */
  readonly startMs: number;
  /** The same, more, for a package that may have to be fetched first. Default 120,000. */
  readonly installMs: number;
  /** All pages of its tools. Default 30,000. */
  readonly listMs: number;
  /** How long somebody waits for it to be ready. Default: what preparing, starting and listing may take together. */
  readonly patienceMs: number;
  /** A call without an answer or progress. Default 60,000. */
  readonly callMs: number;
  /** A call in all. Default 600,000. */
  readonly totalMs: number;
  /** Without a call and without a lease for so long it is stopped; Infinity: never. Default 600,000. */
  readonly idleMs: number;
  /** How long calls may go on when it is restarted to get new credentials. Default 30,000. */
  readonly drainMs: number;
  /** How long a revocation of credentials may take. Default 2,000. */
  readonly revokeMs: number;
}

export const defaultServerSettings: Omit<ServerSettings, 'patienceMs'> = {
  prepareMs: 60_000,
  startMs: 30_000,
  installMs: 120_000,
  listMs: 30_000,
  callMs: 60_000,
  totalMs: 600_000,
  idleMs: 600_000,
  drainMs: 30_000,
  revokeMs: 2_000,
};

/** What the configuration says, else the manager, else the default. */
export function settingsOf(
  { timeouts, idleMs }: ServerConfig,
  given: { readonly [Name in keyof ServerSettings]?: number | undefined },
): ServerSettings {
  const base = { ...defaultServerSettings, ...defined(given) };
  const own = defined({ ...timeouts, idleMs });
  const settings = { ...base, ...own };
  const { prepareMs, startMs, listMs } = settings;
  return { ...settings, patienceMs: given.patienceMs ?? Math.min(maxTimerMs, prepareMs + startMs + listMs) };
}
