import type { EventOrigin } from './client/client-event.ts';
import type { ClientPorts } from './client/client-ports.ts';
import type { ClientLimits, ProtocolOptions } from './client/client-options.ts';
import { McpClientError } from './errors.ts';
import { httpPort } from './http/connect-http.ts';
import { resolveHttpOptions, type HttpOptions } from './http/http-options.ts';
import { stdioPort } from './stdio/connect-stdio.ts';
import { resolveStdioOptions, type StdioOptions } from './stdio/stdio-options.ts';

/** Of a client whose server is started. */
export interface StdioClientOptions extends ProtocolOptions, StdioOptions {}

/** Of a client whose server is reached. */
export interface HttpClientOptions extends ProtocolOptions, HttpOptions {}

export type McpClientOptions = StdioClientOptions | HttpClientOptions;

const neither = 'there is no server: give executable (a program) or url (an address)';

/** How a server is reached, and what was made of the options for it. */
export interface Way {
  readonly ports: Pick<ClientPorts, 'prepare' | 'connect'>;
  /** The options of this way, filled in. */
  readonly resolved: object;
  readonly http?: EventOrigin['http'];
}

/**
 * A server that is started (`executable`) or one that is reached (`url`).
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`
 */
export function wayTo(options: StdioOptions | HttpOptions, limits: ClientLimits): Way {
  if (!('url' in options) || options.url === undefined) {
    if (!('executable' in options)) {
      const what = 'url' in options ? 'url is undefined: give the address' : neither;
      throw new McpClientError('MCP_INVALID_CONFIG', what);
    }
    const resolved = resolveStdioOptions(options, limits);
    return { ports: { connect: stdioPort(resolved) }, resolved };
  }
  if ('executable' in options && options.executable !== undefined) {
    throw new McpClientError('MCP_INVALID_CONFIG', 'url and executable are two servers: give one of them');
  }
  const resolved = resolveHttpOptions(options, limits);
  const { hostname: address, port, protocol } = resolved.url;
  const http = { address, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
  return { ports: httpPort(resolved), resolved, http };
}
