import { defined } from '../base/defined.ts';
import { McpClientError } from '../errors.ts';
import { addressSecrets } from '../http/address-secrets.ts';
import { urlProblem } from './check-server.ts';
import { textKey, type ExpandedTexts } from './expand-texts.ts';
import { headerVariables } from './header-variables.ts';
import type { HttpServer, ServerConfig } from './server-config.ts';
import type { VariableResolver } from './variables.ts';

/** What to reach. */
export interface ExpandedHttp {
  readonly kind: 'http';
  readonly url: string;
  /** Every value is a secret. */
  readonly headers: Readonly<Record<string, string>>;
  readonly allowInsecure?: boolean;
  readonly addresses?: 'any' | 'public';
}

/**
 * The address and the headers of a server that is reached.
 * `isLook`: stand-ins are in it, and it is reached by nobody.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`, without the values
 */
export function httpTarget(
  server: HttpServer,
  { name, source }: ServerConfig,
  { values }: ExpandedTexts,
  resolver: VariableResolver,
  isLook: boolean,
): ExpandedHttp {
  const invalid = (what: string): McpClientError => {
    const { file, pointer } = source;
    const details = { serverName: name, ...(file !== undefined && { file }), pointer };
    return new McpClientError('MCP_INVALID_CONFIG', what, details);
  };
  const url = values.get(textKey('url')) ?? '';
  const wrong = urlProblem(url);
  // What is still to be asked for may be all of it.
  if (wrong !== undefined && !isLook) throw invalid(`with its variables put in the url ${wrong}`);
  const headers: Record<string, string> = {};
  const valueOf = (variable: string): string => {
    const found = resolver.variable(variable);
    return 'missing' in found ? '' : found.value; // what is missing was an error before
  };
  for (const header of Object.keys(server.headers)) headers[header] = values.get(textKey('headers', header)) ?? '';
  for (const { header, variable, scheme } of headerVariables(server)) headers[header] = scheme + valueOf(variable);
  for (const [header, value] of Object.entries(headers)) {
    // oxlint-disable-next-line no-control-regex -- a header cannot hold them, and a line break would begin another one
    if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value))
      throw invalid(`the value of the header ${header} holds a control character`);
  }
  const { allowInsecure, addresses } = server;
  return { kind: 'http', url, headers, ...defined({ allowInsecure, addresses }) };
}

/** What of an address and of headers must not be shown: all values of headers, also without their scheme; see `addressSecrets`. */
export function httpSecrets({ url, headers }: ExpandedHttp): string[] {
  const values = Object.values(headers).flatMap((value) => [value, value.replace(/^[A-Za-z]+ +/, '')]);
  return [...values, ...addressSecrets(url)];
}
