import type { HttpOptions } from '../http/http-options.ts';
import type { HttpAuthorization } from '../http/authorization.ts';
import { authorizationIn, withoutAuthorization } from '../http/authorization.ts';
import { ConfiguredAuthorization } from './configured-authorization.ts';
import type { ExpandedHttp } from './expand-http.ts';
import type { ExpandedServer, ExpansionContext } from './expand-server.ts';
import type { ServerConfig } from './server-config.ts';
import type { PlannedStart } from './start-plan.ts';

/** What a host decides about all servers that are reached. */
export interface HttpSettings extends Pick<
  HttpOptions,
  'addresses' | 'agent' | 'connectMs' | 'endMs' | 'maxConnections'
> {
  /** Whoever has the right to speak with a server (OAuth, for example), in place of what its configuration says. */
  readonly authorizationOf?: ((server: ServerConfig) => HttpAuthorization | undefined) | undefined;
}

interface ReachedContext {
  readonly config: ServerConfig;
  readonly expansion: ExpansionContext;
  readonly http?: HttpSettings | undefined;
}

/**
 * How a server is reached. What its configuration says of addresses may narrow what the host says, and not widen it.
 * What `Authorization` holds is asked for each time, since the server may refuse it one day.
 */
export function reachedServer(
  { url, headers, allowInsecure = false, addresses = 'any' }: ExpandedHttp,
  revoke: ExpandedServer['revoke'],
  { config, expansion, http = {} }: ReachedContext,
): PlannedStart {
  const { authorizationOf, ...settings } = http;
  const ofHost = authorizationOf?.(config);
  const value = ofHost === undefined ? authorizationIn(headers) : undefined;
  const configured = value === undefined ? undefined : new ConfiguredAuthorization(value, config, expansion);
  return {
    options: {
      ...settings,
      url,
      // The token stays among them: whoever looks for what is secret finds it there.
      headers: ofHost === undefined ? headers : withoutAuthorization(headers),
      authorization: ofHost ?? configured,
      allowInsecure,
      addresses: settings.addresses === 'public' ? 'public' : addresses,
    },
    revoke: async () => [...(await revoke()), ...((await configured?.close()) ?? [])],
  };
}
