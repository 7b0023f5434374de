import { authorizationIn, isAuthorization, type HttpAuthorization, type HttpChallenge } from '../http/authorization.ts';
import { expandServer, type ExpandedServer, type ExpansionContext } from './expand-server.ts';
import type { ServerConfig } from './server-config.ts';

/**
 * The right to speak with a server, as its configuration says where it is: a variable, a secret of the broker. What the
 * server does not take any more (HTTP 401) is looked up anew, and used if it is another one: nobody is asked again because of
 * a 403, which says that the token is good and is not enough. It owns what was lent for it, until `close`.
 */
export class ConfiguredAuthorization implements HttpAuthorization {
  readonly #config: ServerConfig;
  readonly #expansion: ExpansionContext;
  /** The server is not needed any more. */
  readonly #over = new AbortController();
  #value: string;
  /** What the token of now is part of; undefined for the one that came with everything else. */
  #lent: ExpandedServer | undefined;
  readonly #unrevoked: string[] = [];

  constructor(value: string, config: ServerConfig, expansion: Omit<ExpansionContext, 'signal'>) {
    this.#value = value;
    this.#config = config;
    this.#expansion = expansion;
  }

  readonly header = (): string => this.#value;

  readonly refused = async ({ status, signal }: HttpChallenge): Promise<boolean> => {
    if (status !== 401 || this.#over.signal.aborted) return false;
    const fresh = await expandServer(authorizationOnly(this.#config), {
      ...this.#expansion,
      signal: AbortSignal.any([signal, this.#over.signal]),
    });
    // What came while it was closed belongs to nobody else.
    const isOver = this.#over.signal.aborted;
    const value = authorizationIn(fresh.target.kind === 'http' ? fresh.target.headers : {});
    if (isOver || value === undefined || value === this.#value) {
      await this.#giveBack(fresh);
      return false;
    }
    const refused = this.#lent;
    this.#lent = fresh;
    this.#value = value;
    if (refused !== undefined) await this.#giveBack(refused);
    return true;
  };

  /** Gives back what was lent for it: the names of what could not be. Never rejects. */
  async close(): Promise<readonly string[]> {
    this.#over.abort();
    if (this.#lent !== undefined) await this.#giveBack(this.#lent);
    return this.#unrevoked;
  }

  async #giveBack({ revoke }: ExpandedServer): Promise<void> {
    this.#unrevoked.push(...(await revoke()));
  }
}

/** A server of which nothing is left but what says who may speak with it: nothing else is asked for again. */
function authorizationOnly(config: ServerConfig): ServerConfig {
  const { server } = config;
  if (server.kind === 'stdio') return config;
  const only = (headers: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => isAuthorization(name)));
  const { headers, headersFromEnv } = server;
  const reduced = {
    ...server,
    headers: only(headers),
    headersFromEnv: only(headersFromEnv),
    url: 'https://localhost/',
  };
  return { ...config, server: reduced };
}
