import type { ErrorCode } from '../errors.ts';

/** What happened on one connection. Plain numbers; nothing is ever taken back. */
export class PeerCounters {
  requests = 0;
  answers = 0;
  timeouts = 0;
  /** Requests that a caller took back. */
  aborts = 0;
  /** Requests that were refused because too much waited. */
  busy = 0;
  /** Answers to a request that had ended: too late, or given twice. */
  lateAnswers = 0;
  /** Answers to a request that was never made. */
  unknownAnswers = 0;
  malformed = 0;
  noiseLines = 0;
  /** Messages with bytes that are no UTF-8. */
  invalidUtf8 = 0;
  notifications = 0;
  serverRequests = 0;
  receivedBytes = 0;

  count(code: ErrorCode): void {
    if (code === 'MCP_TIMEOUT') this.timeouts += 1;
    else if (code === 'MCP_ABORTED') this.aborts += 1;
    else if (code === 'MCP_BUSY') this.busy += 1;
  }
}
