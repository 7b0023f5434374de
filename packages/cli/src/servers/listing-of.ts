import { McpClientError, type ToolsAnswer } from '@coding-agent/extensions';
import type { StartRecord } from './start-record.ts';
import type { Listing, ServerAbout } from './workspace.ts';

/** What the manager answered of one server, with what its start is known for. */
export function listingOf(server: string, answer: ToolsAnswer | undefined, record: StartRecord): Listing {
  const found = answer?.servers.find(({ name }) => name === server);
  if (answer === undefined || found === undefined || found.state === 'disabled') return { server, state: 'disabled' };
  const { handshake, hasSession, error, handshakeMs = 0, listMs = 0 } = record.startOf(server);
  if (found.state !== 'ready' || handshake === undefined) {
    const { code, message } = found.reason ?? { code: 'MCP_NOT_INITIALIZED' as const, message: 'it is not ready' };
    // The error itself holds more than the reason: what the server wrote to stderr.
    const isSame = error instanceof McpClientError && error.code === code;
    return {
      server,
      state: 'failed',
      error: isSame ? error : new McpClientError(code, message, { serverName: server }),
    };
  }
  const tools = answer.tools
    .filter(({ serverName }) => serverName === server)
    .map(({ toolName, name, title, description, inputSchema, permission, annotations }) => ({
      name: toolName,
      exposedName: name,
      ...(title === undefined ? {} : { title }),
      description,
      inputSchema,
      permission,
      annotations,
    }));
  const rejected = found.rejected.map(({ toolName, reason }) => ({ name: toolName, reason }));
  const about = { ...aboutOf(handshake), ...(hasSession === undefined ? {} : { hasSession }) };
  return { server, state: 'ready', about, tools, rejected, timings: { handshakeMs, listMs } };
}

/** What the manager knows of one server that was not started. */
export function knownOf(server: string, answers: ToolsAnswer['servers']): Listing {
  const found = answers.find(({ name }) => name === server);
  if (found === undefined || found.state === 'disabled') return { server, state: 'disabled' };
  const { known } = found;
  if (known === undefined) return { server, state: 'not-started' };
  const tools = known.tools.map(({ toolName, description, permission }) => ({
    name: toolName,
    description,
    permission,
  }));
  return { server, state: 'not-started', known: { tools, ageMs: known.ageMs } };
}

function aboutOf({
  era,
  protocolVersion,
  serverInfo,
  capabilities,
}: NonNullable<ReturnType<StartRecord['startOf']>['handshake']>): ServerAbout {
  return {
    serverName: serverInfo.name,
    serverVersion: serverInfo.version,
    era,
    revision: protocolVersion,
    capabilities: Object.keys(capabilities),
  };
}
