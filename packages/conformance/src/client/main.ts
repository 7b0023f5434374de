/**
 * `main.js <url>`: the client under test. The suite starts it, says in its environment which scenario and which revision,
 * and watches what it sends. Exit code 0, and a last line that says so, if all went as a client should.
 */
import { join } from 'node:path';
import { McpClient } from '@coding-agent/extensions';
import { clientIsDone } from '../judge.ts';
import { behaviours } from './behaviours.ts';

try {
  await play(
    process.argv.at(-1),
    process.env['MCP_CONFORMANCE_SCENARIO'],
    process.env['MCP_CONFORMANCE_PROTOCOL_VERSION'],
  );
  process.stdout.write(`${clientIsDone}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}

async function play(url = '', scenario = '', revision = ''): Promise<void> {
  const behaviour = Object.hasOwn(behaviours, scenario) ? behaviours[scenario] : undefined;
  if (behaviour === undefined) throw new Error(`no behaviour for the scenario "${scenario}"`);
  const client: McpClient = new McpClient({
    executable: process.execPath,
    args: [join(import.meta.dirname, '../bridge/main.js'), url],
    // Shorter than the suite waits: what hangs is named by the client.
    timeouts: { requestMs: 15_000 },
    onDiagnostic: ({ kind, message }) => void process.stderr.write(`diagnostic ${kind}: ${message}\n`),
    ...behaviour.settings?.(() => client),
  });
  try {
    // The era is found out, as by default: so each run is one of the negotiation too.
    const { protocolVersion } = await client.initialize();
    if (protocolVersion !== revision) throw new Error(`agreed on ${protocolVersion}, the scenario is of ${revision}`);
    await behaviour.run?.(client);
  } finally {
    const { survivors } = await client.close();
    if (survivors.length > 0) process.stderr.write(`left: ${JSON.stringify(survivors)}\n`);
    process.stderr.write(client.server === undefined ? 'no handshake\n' : `era ${client.server.era}\n`);
  }
}
