import type { ConfigInput } from './server-config.ts';

/** A question for a secret. */
export interface SecretRequest {
  readonly serverName: string;
  /** As it is written in the configuration: `${secret:name}`, or the id of an input that is a password. */
  readonly name: string;
  /** Where it goes: `env.GITHUB_TOKEN`, `headers.Authorization`. */
  readonly purpose: string;
}

/** A secret on loan. */
export interface BrokeredSecret {
  readonly value: string;
  /** Called once, when the server is gone: a temporary credential ends with it. */
  readonly revoke?: (() => Promise<void> | void) | undefined;
}

/**
 * Where secrets come from (a keyring, a vault), asked when a server is started, and never before. Undefined: there is no
 * such secret, and the server is not started.
 */
export type SecretBroker = (request: SecretRequest) => Promise<BrokeredSecret | undefined>;

/** Asks a person (`${input:id}`). Undefined: nobody answered, and the server is not started. */
export type InputPrompt = (request: ConfigInput & { readonly serverName: string }) => Promise<string | undefined>;
