/**
 * `main.js <stdio|http> <url>`: the client under test, over stdio by a bridge. The suite starts it, says in its environment which scenario and which revision,
 * and watches what it sends. Exit code 0, and a last line that says so, if all went as a client should.
 */
import { join } from 'node:path';
import { McpClient, McpClientError } from '@coding-agent/extensions';
import { clientIsDone } from '../judge.ts';
import { behaviours, type Context } from './behaviours.ts';

type Server = { readonly url: string } | { readonly executable: string; readonly args: readonly string[] };

try {
  const [over, url] = process.argv.slice(2);
  const { env } = process;
  const context = JSON.parse(env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Context;
  const server = over === 'http' ? { url: url ?? '' } : bridgeTo(url ?? '');
  await play(server, env['MCP_CONFORMANCE_SCENARIO'], env['MCP_CONFORMANCE_PROTOCOL_VERSION'], context);
  process.stdout.write(`${clientIsDone}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}

function bridgeTo(url: string): Server {
  return { executable: process.execPath, args: [join(import.meta.dirname, '../bridge/main.js'), url] };
}

async function play(server: Server, scenario = '', revision = '', context: Context): Promise<void> {
  const behaviour = Object.hasOwn(behaviours, scenario) ? behaviours[scenario] : undefined;
  if (behaviour === undefined) throw new Error(`no behaviour for the scenario "${scenario}"`);
  const client: McpClient = new McpClient({
    ...server,
    // Shorter than the suite waits: what hangs is named by the client.
    timeouts: { requestMs: 15_000 },
    onDiagnostic: ({ kind, message }) => void process.stderr.write(`diagnostic ${kind}: ${message}\n`),
    ...behaviour.settings?.(() => client, context, 'url' in server ? server.url : ''),
  });
  try {
    // The era is found out, as by default: so each run is one of the negotiation too.
    const { protocolVersion } = await client.initialize();
    const { agreesOn = revision } = behaviour;
    if (protocolVersion !== agreesOn) throw new Error(`agreed on ${protocolVersion}, the scenario is of ${revision}`);
    await behaviour.run?.(client, context);
    if (behaviour.isRefused === true) throw new Error('the client came through, and should not have');
  } catch (error) {
    const isExpected = error instanceof McpClientError && error.code === 'MCP_UNAUTHORIZED';
    if (behaviour.isRefused !== true || !isExpected) throw error;
    process.stderr.write(`as it should be: ${error.message}\n`);
  } finally {
    const { survivors } = await client.close();
    if (survivors.length > 0) process.stderr.write(`left: ${JSON.stringify(survivors)}\n`);
    process.stderr.write(client.server === undefined ? 'no handshake\n' : `era ${client.server.era}\n`);
  }
}
