import { errorFrom, McpClientError } from '../errors.ts';
import { abortFailure } from '../rpc/pending-request.ts';
import { serverEnvironment } from '../stdio/environment.ts';
import type { StdioOptions } from '../stdio/stdio-options.ts';
import { expandServer, type ExpandedServer, type ExpansionContext } from './expand-server.ts';
import type { FileDigests } from './file-digests.ts';
import { identify, type PlannedLaunch, type ServerIdentity } from './identity.ts';
import { sandboxed } from './sandbox.ts';
import type { ServerConfig } from './server-config.ts';
import type { PlannedStart, StartPlan } from './start-plan.ts';

export interface ServerPlanOptions {
  readonly config: ServerConfig;
  readonly expansion: ExpansionContext;
  /** Of the digests of secrets in an identity. */
  readonly key: () => Promise<Uint8Array> | undefined;
  readonly digests: FileDigests;
}

/** Stands for what is not asked for yet. */
const unasked = '(not asked for)';

/** The plan of a server that is started, or reached. */
export class ServerPlan implements StartPlan {
  readonly #options: ServerPlanOptions;

  constructor(options: ServerPlanOptions) {
    this.#options = options;
  }

  async identify(signal?: AbortSignal): Promise<ServerIdentity> {
    const { config, expansion } = this.#options;
    const look = await expandServer(config, {
      ...expansion,
      secrets: () => Promise.resolve({ value: unasked }),
      askInput: () => Promise.resolve(unasked),
      signal,
    });
    return this.#identityOf(look, signal);
  }

  async prepare(
    identity: ServerIdentity,
    admit: (identity: ServerIdentity) => Promise<void>,
    signal: AbortSignal,
  ): Promise<PlannedStart> {
    const { config, expansion } = this.#options;
    const expanded = await expandServer(config, { ...expansion, signal });
    try {
      const launch = launchOf(expanded);
      const now = await this.#identityOf(expanded, signal);
      if (now.hash !== identity.hash) await admit(now);
      return { options: this.#optionsOf(expanded, launch, now), revoke: expanded.revoke };
    } catch (error) {
      await expanded.revoke();
      throw error;
    }
  }

  async #identityOf(expanded: ExpandedServer, signal: AbortSignal | undefined): Promise<ServerIdentity> {
    const { config, digests, key } = this.#options;
    const keyed = await key();
    const launch = launchOf(expanded);
    try {
      return await identify(config, {
        digests,
        fileVariables: expanded.variables.filter(({ rule }) => rule === 'env-file').map(({ name }) => name),
        secrets: expanded.files,
        hidden: expanded.exposed,
        ...(launch === undefined ? {} : { launch }),
        ...(keyed === undefined ? {} : { key: keyed }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      // A file that is being read ends with the caller's own reason, which may be anything.
      if (signal?.aborted !== true) throw error;
      throw errorFrom({ ...abortFailure('identify', signal.reason), serverName: config.name, outcome: 'not-sent' });
    }
  }

  #optionsOf({ target }: ExpandedServer, launch: PlannedLaunch | undefined, identity: ServerIdentity): StdioOptions {
    const { config } = this.#options;
    if (target.kind === 'http' || launch === undefined) {
      throw new McpClientError('MCP_INVALID_CONFIG', 'a server that is reached over HTTP cannot be used here yet');
    }
    // What was looked at is what is started.
    const own = { executable: identity.executable ?? launch.executable, args: launch.args, cwd: launch.cwd };
    const confined = target.sandbox === undefined ? config : { ...config, sandbox: target.sandbox };
    return { ...target.options, ...sandboxed(confined, own, { env: launch.env }) };
  }
}

function launchOf({ target }: ExpandedServer): PlannedLaunch | undefined {
  if (target.kind === 'http') return undefined;
  const { executable, args = [], cwd = process.cwd(), env = {}, inheritEnv = [] } = target.options;
  const { platform, env: host } = process;
  return { executable, args, cwd, env: serverEnvironment({ platform, host, inheritEnv, env }) };
}
