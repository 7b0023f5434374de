import type { Failure } from '../errors.ts';
import { encodeJson } from '../wire/json-value.ts';
import type { Incoming } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';

const maxMessageLength = 1000;
/** `data` of an error is for machines; what is larger or deeper is left out rather than cut. */
const dataLimits = { maxDepth: 64, maxBytes: 64 * 1024 };

/** What the server said, bounded. The message never holds the data. */
export function remoteFailure({ error, httpStatus }: Extract<Incoming, { kind: 'error' }>): Failure {
  const { code, message, data } = error;
  const words = printable(message, maxMessageLength);
  const failure: Failure = {
    code: 'MCP_ERROR',
    message: words === '' ? `error ${code}` : words,
    remoteCode: code,
    ...(httpStatus !== undefined && { httpStatus }),
  };
  if (data === undefined) return failure;
  return typeof encodeJson(data, 'data', dataLimits) === 'string' ? { ...failure, data } : failure;
}
