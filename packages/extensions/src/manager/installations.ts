import { runnerOf } from './package-runner.ts';
import type { ServerConfig } from './server-config.ts';

/**
 * Whether a start may have to fetch a package first (`npx`, `uvx` and their like, or a configuration that says how long
 * that may take). Such a start has more time, and is not given up when whoever waits has no more patience: what was thrown
 * away half done would never be done (github.com/artokun/comfyui-mcp/issues/1447).
 */
export class Installations {
  readonly #mayFetch: boolean;
  /** Identities that came up once. */
  readonly #present = new Set<string>();

  constructor({ server, timeouts }: ServerConfig) {
    this.#mayFetch =
      server.kind === 'stdio' &&
      (timeouts.installMs !== undefined || runnerOf(server.executable, server.args) !== undefined);
  }

  mayBeNeeded(identity: string): boolean {
    return this.#mayFetch && !this.#present.has(identity);
  }

  came(identity: string): void {
    this.#present.add(identity);
  }

  /** It did not come up in the time of one that is there: the next start has time to fetch it again. */
  wasLate(identity: string): void {
    this.#present.delete(identity);
  }
}
