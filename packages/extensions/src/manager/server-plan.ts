import { errorFrom } from '../errors.ts';
import { abortFailure } from '../rpc/pending-request.ts';
import { serverEnvironment } from '../stdio/environment.ts';
import type { StdioOptions } from '../stdio/stdio-options.ts';
import { expandServer, type ExpandedServer, type ExpandedStdio, type ExpansionContext } from './expand-server.ts';
import type { FileDigests } from './file-digests.ts';
import { identify, type PlannedLaunch, type ServerIdentity } from './identity.ts';
import { reachedServer, type HttpSettings } from './reached-server.ts';
import { sandboxed } from './sandbox.ts';
import type { ServerConfig } from './server-config.ts';
import type { PlannedStart, StartPlan } from './start-plan.ts';

export interface ServerPlanOptions {
  readonly config: ServerConfig;
  readonly expansion: ExpansionContext;
  /** Of the digests of secrets in an identity. */
  readonly key: () => Promise<Uint8Array> | undefined;
  readonly digests: FileDigests;
  readonly http?: HttpSettings | undefined;
}

/** The plan of a server that is started, or reached. */
export class ServerPlan implements StartPlan {
  readonly #options: ServerPlanOptions;

  constructor(options: ServerPlanOptions) {
    this.#options = options;
  }

  async identify(signal?: AbortSignal): Promise<ServerIdentity> {
    const { config, expansion } = this.#options;
    const look = await expandServer(config, { ...expansion, isLook: true, signal });
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
      const now = await this.#identityOf(expanded, signal);
      if (now.hash !== identity.hash) await admit(now);
      const { target, revoke } = expanded;
      if (target.kind === 'http') return reachedServer(target, revoke, this.#options);
      return { options: this.#optionsOf(target, now), revoke };
    } catch (error) {
      await expanded.revoke();
      throw error;
    }
  }

  async #identityOf(expanded: ExpandedServer, signal: AbortSignal | undefined): Promise<ServerIdentity> {
    const { config, digests, key } = this.#options;
    const keyed = await key();
    const { target } = expanded;
    const what = target.kind === 'http' ? { url: target.url } : { launch: launchOf(target) };
    try {
      return await identify(config, {
        digests,
        fileVariables: expanded.variables.filter(({ rule }) => rule === 'env-file').map(({ name }) => name),
        secrets: expanded.files,
        hidden: expanded.exposed,
        ...what,
        ...(keyed === undefined ? {} : { key: keyed }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      // A file that is being read ends with the caller's own reason, which may be anything.
      if (signal?.aborted !== true) throw error;
      throw errorFrom({ ...abortFailure('identify', signal.reason), serverName: config.name, outcome: 'not-sent' });
    }
  }

  #optionsOf(target: ExpandedStdio, identity: ServerIdentity): StdioOptions {
    const { config } = this.#options;
    const launch = launchOf(target);
    // What was looked at is what is started.
    const own = { executable: identity.executable ?? launch.executable, args: launch.args, cwd: launch.cwd };
    const confined = target.sandbox === undefined ? config : { ...config, sandbox: target.sandbox };
    return { ...target.options, ...sandboxed(confined, own, { env: launch.env }) };
  }
}

function launchOf({ options }: ExpandedStdio): PlannedLaunch {
  const { executable, args = [], cwd = process.cwd(), env = {}, inheritEnv = [] } = options;
  const { platform, env: host } = process;
  return { executable, args, cwd, env: serverEnvironment({ platform, host, inheritEnv, env }) };
}
