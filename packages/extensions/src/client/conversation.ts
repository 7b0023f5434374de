import { missingForNotification, missingForRequests } from '../protocol/capabilities.ts';
import type { Handshake } from '../protocol/handshake.ts';
import type { Era } from '../protocol/revisions.ts';
import type { Peer } from '../rpc/peer.ts';
import type { JsonObject } from '../wire/message.ts';
import { Subscription, type SubscriptionOptions } from './subscription.ts';

/** What was agreed on with a server, and what follows from it: which requests it serves, and which notifications count. */
export class Conversation {
  readonly handshake: Handshake;
  readonly era: Era;
  /** The capability that the server lacks, for each request that needs it. */
  readonly #missing: ReadonlyMap<string, string>;
  #subscription: Subscription | undefined;

  constructor(handshake: Handshake) {
    this.handshake = handshake;
    this.era = handshake.era;
    this.#missing = missingForRequests(handshake.capabilities);
  }

  /** In the modern era changes are told to who subscribes; in the legacy era to everybody. */
  subscribe(options: Omit<SubscriptionOptions, 'capabilities' | 'peer'> & { readonly peer: Peer | undefined }): void {
    const { peer } = options;
    if (this.era === 'legacy' || peer === undefined || peer.end !== undefined) return;
    this.#subscription = new Subscription({ ...options, peer, capabilities: this.handshake.capabilities });
    this.#subscription.open();
  }

  close(): void {
    this.#subscription?.close();
  }

  /** The capability that the server lacks for this request; undefined when it lacks none. */
  missingFor(method: string): string | undefined {
    return this.#missing.get(method);
  }

  /** Takes a notification that is about the subscription itself. */
  handles(method: string, params: JsonObject): boolean {
    return this.#subscription?.handle(method, params) === true;
  }

  /** What is missing to believe a notification; undefined when nothing is. */
  missingToBelieve(method: string, params: JsonObject): string | undefined {
    if (this.era === 'modern') {
      return this.#subscription === undefined ? 'a subscription' : this.#subscription.missingFor(method, params);
    }
    const capability = missingForNotification(method, this.handshake.capabilities);
    return capability === undefined ? undefined : `the capability ${capability}`;
  }
}
