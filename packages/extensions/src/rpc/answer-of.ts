import { errorFrom } from '../errors.ts';
import type { Answer, Settlement } from './pending-request.ts';

/**
 * The answer, or the error: made here, where the caller waits, so that its stack says who that was.
 *
 * @throws McpClientError what the request ended with.
 */
export function answerOf(settlement: Settlement): Answer {
  if ('result' in settlement) return settlement;
  throw errorFrom(settlement.failure);
}
