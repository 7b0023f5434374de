import { protocolFailure } from './http-failure.ts';

/** Longer addresses are no addresses of messages. Characters. */
const maxLength = 2_048;

/**
 * Where the messages go, as the server says it at the beginning of its stream: within its own origin, or a stream that is read
 * by mistake could send what is said to a server, and the right to say it, anywhere. Source: 2024-11-05, basic/transports.
 *
 * @throws HttpFailure `MCP_PROTOCOL_ERROR`; what the server said is not in it
 */
export function endpointOf(said: string, url: URL): URL {
  if (said.length > maxLength) throw refused(`has more than ${maxLength} characters`);
  if (said.trim() === '' || !URL.canParse(said, url.href)) throw refused('is none');
  const endpoint = new URL(said, url.href);
  if (endpoint.origin !== url.origin) throw refused('is of another origin');
  // Of a user name in it Node would make a header.
  endpoint.username = '';
  endpoint.password = '';
  endpoint.hash = '';
  return endpoint;
}

function refused(why: string): Error {
  return protocolFailure(`the address that the server gives for messages ${why}`);
}
