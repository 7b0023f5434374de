import type { OAuthDiscoveryState } from '@modelcontextprotocol/client';

/** A person was sent to an authorization server, and is not back yet. */
export interface PendingAuthorization {
  /** Where they were sent. */
  readonly url: URL;
  readonly state: string | undefined;
  /** What was asked for until then, this time too. */
  readonly scope: string | undefined;
  readonly resourceMetadataUrl: URL | undefined;
  /** Which authorization server it is: the code goes to no other. */
  readonly discovery: OAuthDiscoveryState | undefined;
  /** Milliseconds of the clock. */
  readonly at: number;
}

/** How long a person may take before another authorization is begun. Milliseconds. */
export const pendingMs = 10 * 60 * 1_000;
