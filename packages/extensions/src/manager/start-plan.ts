import type { HttpOptions } from '../http/http-options.ts';
import type { StdioOptions } from '../stdio/stdio-options.ts';
import type { ServerIdentity } from './identity.ts';

/** What to start, or to reach, with the secrets in it. */
export interface PlannedStart {
  readonly options: StdioOptions | HttpOptions;
  /** Gives back what was lent for it: the names of what could not be. Never rejects. */
  readonly revoke: () => Promise<readonly string[]>;
}

/** From a configuration to what is started. Each start looks anew: at the variables, and at the files. */
export interface StartPlan {
  /**
   * What the server is. Nobody is asked for a secret by it: whoever is not approved gets none.
   *
   * @throws McpClientError `MCP_INVALID_CONFIG`, `MCP_SPAWN_FAILED`
   */
  identify(signal?: AbortSignal): Promise<ServerIdentity>;
  /**
   * Puts everything in, secrets too. `admit` is asked again when that changed what is started: an answer of a person may be
   * part of the command line.
   *
   * @throws McpClientError `MCP_INVALID_CONFIG`, `MCP_SPAWN_FAILED`, and what `admit` throws; what was lent is given back
   */
  prepare(
    identity: ServerIdentity,
    admit: (identity: ServerIdentity) => Promise<void>,
    signal: AbortSignal,
  ): Promise<PlannedStart>;
}
