import { expandServer, type ExpandedServer, type ExpansionContext } from '../../../src/manager/expand-server.ts';
import type { ParseOptions } from '../../../src/manager/parse-config.ts';
import { McpClientError } from '../../../src/errors.ts';
import { parse } from './parse.ts';

/** Expands the one server of a configuration. Nothing of the real host is seen. */
export async function expandOne(
  entry: Readonly<Record<string, unknown>>,
  context: ExpansionContext = {},
  options: Partial<ParseOptions> & { readonly inputs?: readonly unknown[] } = {},
): Promise<ExpandedServer> {
  const { inputs, ...rest } = options;
  const { servers, problems } = parse(
    { mcpServers: { example: entry }, servers: { example: entry }, mcp: { example: entry }, inputs },
    { dialect: 'own', ...rest },
  );
  const [server] = servers;
  if (server === undefined) throw new Error(JSON.stringify(problems));
  return expandServer(server, { host: {}, platform: 'linux', homeFolder: '/home/ada', ...context });
}

/** The options for the client; it must be a server that is started. */
export function startOf({ target }: ExpandedServer): Extract<ExpandedServer['target'], { kind: 'stdio' }>['options'] {
  if (target.kind !== 'stdio') throw new Error('it is reached, not started');
  return target.options;
}

export async function refusalOf(work: Promise<unknown>): Promise<McpClientError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof McpClientError) return error;
  throw new Error(`no refusal: ${String(error)}`);
}
