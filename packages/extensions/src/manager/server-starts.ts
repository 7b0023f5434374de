import type { Timer } from '../base/clock.ts';
import { maxTimerMs } from '../base/deadline.ts';
import { errorFrom, type Failure } from '../errors.ts';
import type { EraOwner, KnownEra } from './catalogue.ts';
import { mayBeOtherEra } from './failure-kind.ts';
import { inShort, knownPrograms, programChanges } from './identity-changes.ts';
import type { ServerIdentity } from './identity.ts';
import { Installations } from './installations.ts';
import type { ManagedServer } from './managed-server.ts';
import { quarantinedFailure } from './quarantined-failure.ts';
import type { ManagedEntry, Shared } from './managed-entry.ts';
import { ServerLife, type Launch } from './server-life.ts';
import type { LifeHooks } from './server-runner.ts';

/** Milliseconds between two words about an installation. */
const progressMs = 10_000;

export interface StartsOptions extends Pick<ManagedEntry, 'config' | 'settings' | 'gate' | 'plan'> {
  readonly shared: Shared;
}

/** The starts of one server: what each is made of, and what is learnt from it for the next. */
export class Starts {
  readonly #options: StartsOptions;
  readonly #installations: Installations;
  #isInstalling = false;
  /** Tells of the progress of an installation. */
  #progress: Timer | undefined;
  /** The start goes by an era that was found out earlier, */
  #trusted: KnownEra | undefined;
  /** or finds it out, at this moment. */
  #askedAt = '';
  /** The identity of which it was told that its program is another one. */
  #told: string | undefined;

  constructor(options: StartsOptions) {
    this.#options = options;
    this.#installations = new Installations(options.config);
  }

  /** The start of now, or the last one, may fetch a package. */
  get isInstalling(): boolean {
    return this.#isInstalling;
  }

  newLife(hooks: LifeHooks): ServerLife {
    const { config, shared, settings, gate, plan } = this.#options;
    const { clock, connect } = shared.ports;
    this.#isInstalling = false;
    this.#asksEra();
    return new ServerLife({
      ...hooks,
      prepareMs: settings.prepareMs,
      listMs: settings.listMs,
      revokeMs: settings.revokeMs,
      onUnrevoked: (names) => this.diagnose(`could not be given back: ${names.join(', ')}`),
      ports: {
        clock,
        connect,
        // What is reached takes no place of a process.
        places: config.server.kind === 'stdio' ? shared.places : undefined,
        identify: async (signal) => {
          await shared.known();
          return plan.identify(signal);
        },
        admit: async (identity) => {
          const entry = await gate.admit(identity);
          if (entry === undefined) this.#tellOther(identity);
          return entry;
        },
        prepare: (identity, signal) => this.#launch(identity, signal),
      },
    });
  }

  /** It came up, and was listed. */
  came({ identity, handshake }: NonNullable<ManagedServer['about']>, { tools }: ManagedServer): void {
    const { config, shared } = this.#options;
    this.#isInstalling = false;
    this.#progress?.cancel();
    this.#installations.came(identity.hash);
    shared.catalogue.record({
      serverName: config.name,
      identity: identity.hash,
      era: handshake.era,
      eraFoundAt: this.#trusted?.foundAt ?? this.#askedAt,
      ...(identity.origin !== undefined && { origin: identity.origin }),
      protocolVersion: handshake.protocolVersion,
      tools: tools.slim(),
      programs: knownPrograms(identity.parts),
      isCut: false,
      listedAt: shared.ports.wallTime().toISOString(),
    });
  }

  failed({ identity }: ServerLife, { code, reason }: Failure): void {
    if (identity === undefined || code !== 'MCP_HANDSHAKE_FAILED') return;
    // What is reached was asked anew already, if its answer was one; silence says nothing there.
    if (this.#trusted !== undefined && identity.origin === undefined)
      this.#options.shared.catalogue.doubtEra(this.#ownerOf(identity));
    if (reason === 'timeout') this.#installations.wasLate(identity.hash);
  }

  /** Nothing is left of the last start. */
  closed(): void {
    this.#progress?.cancel();
  }

  diagnose(message: string): void {
    const { config, shared } = this.#options;
    shared.tell({ type: 'manager-diagnostic', serverName: config.name, message });
  }

  notice(message: string): void {
    const { config, shared } = this.#options;
    shared.tell({ type: 'server-notice', serverName: config.name, message });
  }

  #asksEra(): void {
    this.#trusted = undefined;
    this.#askedAt = this.#options.shared.ports.wallTime().toISOString();
  }

  #ownerOf({ hash, origin }: ServerIdentity): EraOwner {
    return { serverName: this.#options.config.name, identity: hash, origin };
  }

  /** Of a server that nobody is asked about nobody else would notice that its program is another one (M-07). */
  #tellOther({ hash, parts }: ServerIdentity): void {
    const { config, gate, shared } = this.#options;
    const last = shared.catalogue.lastOf(config.name);
    if (gate.asks || last?.programs === undefined || last.identity === hash || this.#told === hash) return;
    const changes = programChanges(last.programs, parts);
    if (changes.length === 0) return;
    this.#told = hash;
    this.notice(`its program is not what it was when it was seen last, ${last.listedAt}: ${inShort(changes)}`);
  }

  async #launch(identity: ServerIdentity, signal: AbortSignal): Promise<Launch> {
    const { config, settings, gate, plan, shared } = this.#options;
    const admit = async (changed: ServerIdentity): Promise<void> => {
      const entry = await gate.admit(changed);
      if (entry !== undefined) throw errorFrom(quarantinedFailure(entry));
    };
    const { options, revoke } = await plan.prepare(identity, admit, signal);
    const known = config.era === 'auto' ? shared.catalogue.eraOf(this.#ownerOf(identity)) : undefined;
    const mayInstall = this.#installations.mayBeNeeded(identity.hash);
    const handshakeMs = Math.min(maxTimerMs, settings.startMs + (mayInstall ? settings.installMs : 0));
    // A start that was given up may come here when the next one is under way: of that it says nothing.
    if (!signal.aborted) {
      this.#trusted = known;
      this.#isInstalling = mayInstall;
      if (mayInstall) this.#tellProgress(0, handshakeMs);
    }
    return {
      handshakeMs,
      revoke,
      // What runs elsewhere may have become another one since; a program is what it was.
      isOtherEra: known === undefined || identity.origin === undefined ? undefined : this.#isOtherEra(identity),
      options: {
        ...shared.options.client,
        ...options,
        serverName: config.name,
        era: known?.era ?? config.era,
        timeouts: { requestMs: settings.callMs, totalMs: settings.totalMs },
        onDiagnostic: ({ kind, message }) => this.diagnose(`${kind}: ${message}`),
      },
    };
  }

  #isOtherEra(identity: ServerIdentity): NonNullable<Launch['isOtherEra']> {
    return (failure) => {
      if (!mayBeOtherEra(failure)) return false;
      this.#options.shared.catalogue.doubtEra(this.#ownerOf(identity));
      this.#asksEra();
      return true;
    };
  }

  /** What takes minutes is told of: whoever watches need not think that it hangs. */
  #tellProgress(tookMs: number, handshakeMs: number): void {
    this.diagnose(`its package may have to be fetched first: ${tookMs / 1_000} s of ${handshakeMs / 1_000} s`);
    const { clock } = this.#options.shared.ports;
    this.#progress = clock.setTimer(progressMs, () => this.#tellProgress(tookMs + progressMs, handshakeMs));
  }
}
