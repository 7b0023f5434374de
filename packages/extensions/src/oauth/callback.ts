import { validateAuthorizationResponseIssuer } from '@modelcontextprotocol/client';
import { printable } from '../wire/printable.ts';
import { failureOf, refusal } from './flow-failure.ts';
import { FlowSecrets } from './flow-secrets.ts';
import type { PendingAuthorization } from './pending-authorization.ts';

/**
 * The code in the address that the browser was sent back to. Nothing in it is believed before `state` and `iss` are those of
 * the authorization that is pending. Source: RFC 6749, 4.1.2; RFC 9207, 2.4.
 *
 * @throws HttpFailure `MCP_UNAUTHORIZED`
 */
export function readCallback(
  callback: string | URL,
  pending: PendingAuthorization,
): { readonly code: string; readonly iss: string | undefined } {
  if (!URL.canParse(String(callback))) throw refusal('the callback is no URL');
  const { searchParams } = new URL(callback);
  const [code, iss, state, error] = ['code', 'iss', 'state', 'error'].map((name) => once(searchParams, name));
  if (state !== pending.state) throw refusal('the callback has the state of another authorization');
  requireIssuer(iss, pending);
  if (error !== undefined) throw refusal(`the authorization server said ${printable(error, 64)}`);
  if (code === undefined) throw refusal('the callback has no code');
  return { code, iss };
}

function requireIssuer(iss: string | undefined, { discovery }: PendingAuthorization): void {
  const metadata = discovery?.authorizationServerMetadata;
  const issParameterSupported = metadata?.authorization_response_iss_parameter_supported === true;
  try {
    validateAuthorizationResponseIssuer({ iss, expectedIssuer: metadata?.issuer, issParameterSupported });
  } catch (error) {
    throw failureOf(error, new FlowSecrets());
  }
}

/** A parameter that stands there twice is none of the protocol. Source: RFC 6749, 3.1. */
function once(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = parameters.getAll(name);
  if (more.length > 0) throw refusal(`the callback has ${name} more than once`);
  return value;
}
