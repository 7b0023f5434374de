/** The methods of the modern era: no handshake, and every request says all that the server must know. */
import { isObject, type JsonObject, type MessageLayer } from '../../calculator/client/message.ts';
import { clientInfo, MethodLayer, RevisionError } from '../../calculator/client/method.ts';

const modernRevision = '2026-07-28';
const prefix = 'io.modelcontextprotocol/';

/** Goes into `_meta` of every request: there is no connection that would remember it. */
const metadata: JsonObject = {
  [`${prefix}protocolVersion`]: modernRevision,
  [`${prefix}clientInfo`]: clientInfo,
  [`${prefix}clientCapabilities`]: {},
};

/** The answer to `server/discover` is none that the specification knows. */
export class NotDiscoveredError extends Error {
  override readonly name = 'NotDiscoveredError';

  constructor() {
    super('the answer to server/discover lacks supportedVersions');
  }
}

/**
 * Asks a server which revisions it serves. Throws RevisionError when ours is not among them, NotDiscoveredError, and what a
 * request throws.
 */
export async function discover(messages: MessageLayer, timeoutMs?: number): Promise<MethodLayer> {
  // Not cancelled: after the timeout comes `initialize`, which must be the first thing that a legacy server understands.
  const options = { isCancellable: false, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  const result = await messages.request('server/discover', { _meta: metadata }, options);
  const { supportedVersions, capabilities, _meta: meta } = result;
  if (!Array.isArray(supportedVersions)) throw new NotDiscoveredError();
  if (!supportedVersions.includes(modernRevision)) throw new RevisionError(supportedVersions.map(String));
  // For people only: who a server says it is decides nothing.
  const about = isObject(meta) ? meta[`${prefix}serverInfo`] : undefined;
  return new MethodLayer(
    messages,
    {
      name: isObject(about) ? String(about['name']) : '',
      revision: modernRevision,
      capabilities: isObject(capabilities) ? capabilities : {},
    },
    metadata,
  );
}
