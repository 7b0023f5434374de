import type { Clock } from '../base/clock.ts';
import { settlesWithin } from '../base/deadline.ts';
import type { Peer } from '../rpc/peer.ts';
import { notNeeded, type Settlement } from '../rpc/pending-request.ts';
import { McpClientError } from '../errors.ts';
import { modernRefusal } from './handshake-errors.ts';
import type { Handshake, HandshakeOptions } from './handshake.ts';
import { acceptInitialize, initializeRequest, shakeHands } from './legacy-handshake.ts';
import { discoverRequest, verdictOf, type Verdict } from './modern-discover.ts';
import { modernMeta } from './modern-meta.ts';
import { mutualRevision, type ModernRevision } from './revisions.ts';

export interface NegotiateOptions extends HandshakeOptions {
  readonly clock: Clock;
  /**
   * Milliseconds from the start without an answer to `server/discover`, until the server is asked by `initialize` too. At
   * most half of the whole time.
   */
  readonly probeMs: number;
}

/** The server is to be started anew, and asked by `initialize` first and alone. */
export const startAnew = 'start-anew';

/**
 * Finds out which era a server is of, and begins the conversation. `auto` asks by `server/discover` before anything else;
 * a server that answers in a legacy way, or not at all, is asked by `initialize` on the same process. A modern answer that
 * comes late still wins over an `initialize` without an answer. Source: 2026-07-28, basic/versioning. The caller closes
 * the connection when it fails.
 *
 * @throws McpClientError as `shakeHands`
 */
export function negotiate(peer: Peer, options: NegotiateOptions): Promise<Handshake | typeof startAnew> {
  if (options.era === 'legacy') return shakeHands(peer, options);
  return options.era === 'modern' ? requireModern(peer, options) : probe(peer, options);
}

async function requireModern(peer: Peer, options: NegotiateOptions, version?: ModernRevision): Promise<Handshake> {
  const settlement = await peer.send(discoverRequest(options, options.signal, version));
  const verdict = verdictOf(settlement, peer.end !== undefined, options);
  if (verdict.kind === 'modern') return becomeModern(peer, verdict, options);
  // One correction; who refuses what it asked for itself is given up.
  if (verdict.kind === 'resend' && version === undefined) return requireModern(peer, options, verdict.version);
  throw verdict.error;
}

function becomeModern(
  peer: Peer,
  { handshake }: Extract<Verdict, { kind: 'modern' }>,
  options: HandshakeOptions,
): Handshake {
  peer.becomeModern(modernMeta(handshake.protocolVersion, options));
  return handshake;
}

async function probe(peer: Peer, options: NegotiateOptions): Promise<Handshake | typeof startAnew> {
  const { signal, timeoutMs, clock, isHttp } = options;
  const probeMs = Math.min(options.probeMs, Math.ceil(timeoutMs / 2));
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  try {
    const discovery = peer.send(discoverRequest(options, either));
    // Over HTTP silence says nothing of the era: there is no pipe that a legacy server may have let the question fall into.
    if (isHttp || (await settlesWithin(discovery, probeMs, clock))) return await follow(await discovery, peer, options);
    // Slow, silent, or legacy: it is asked the other way too, and whoever answers first is believed.
    const initialization = peer.send(initializeRequest(options, either));
    const late = await firstOf(discovery, initialization, peer, options);
    if (late !== undefined) return await followModern(late, peer, options);
    return await acceptOrStartAnew(peer, await initialization, options);
  } finally {
    over.abort(notNeeded); // nobody waits for the other answer any more
  }
}

/** The verdict if it is a modern one and came first; undefined when `initialize` was answered, or failed, first. */
function firstOf(
  discovery: Promise<Settlement>,
  initialization: Promise<Settlement>,
  peer: Peer,
  options: NegotiateOptions,
): Promise<Verdict | undefined> {
  return new Promise((resolve) => {
    void discovery.then((settlement) => {
      const verdict = verdictOf(settlement, peer.end !== undefined, options);
      if (verdict.kind === 'modern' || verdict.kind === 'resend') resolve(verdict);
    });
    void initialization.then(() => resolve(undefined));
  });
}

function follow(settlement: Settlement, peer: Peer, options: NegotiateOptions): Promise<Handshake | typeof startAnew> {
  const verdict = verdictOf(settlement, peer.end !== undefined, options);
  if (verdict.kind !== 'legacy') return followModern(verdict, peer, options);
  return verdict.anew ? Promise.resolve(startAnew) : initializeHere(peer, options);
}

async function followModern(verdict: Verdict, peer: Peer, options: NegotiateOptions): Promise<Handshake> {
  if (verdict.kind === 'modern') return becomeModern(peer, verdict, options);
  if (verdict.kind === 'resend') return requireModern(peer, options, verdict.version);
  throw verdict.error;
}

async function initializeHere(peer: Peer, options: NegotiateOptions): Promise<Handshake | typeof startAnew> {
  return acceptOrStartAnew(peer, await peer.send(initializeRequest(options, options.signal)), options);
}

/** After a probe: who ends on `initialize` may do so because of what came before it. */
async function acceptOrStartAnew(
  peer: Peer,
  settlement: Settlement,
  options: NegotiateOptions,
): Promise<Handshake | typeof startAnew> {
  const version = 'failure' in settlement ? mutualRevision(modernRefusal(settlement.failure) ?? []) : undefined;
  if (version !== undefined) return requireModern(peer, options, version);
  try {
    return acceptInitialize(peer, settlement, options);
  } catch (error) {
    if (error instanceof McpClientError && error.reason === 'exited') return startAnew;
    throw error;
  }
}
