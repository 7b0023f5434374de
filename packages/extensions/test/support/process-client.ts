import { fixtureServer, type FixtureOptions, type FixtureServer } from '@coding-agent/fixture-servers';
import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import type { TestContext } from 'vitest';
import { McpClient, type StdioClientOptions } from '../../src/mcp-client.ts';

export interface ProcessBench {
  readonly client: McpClient;
  readonly server: FixtureServer;
}

/** A client of a fixture server that is not started yet. When the test is over nothing of either is left, or it fails. */
export function processClient(
  context: Pick<TestContext, 'onTestFinished'>,
  server: FixtureOptions = {},
  options: Partial<StdioClientOptions> = {},
): ProcessBench {
  const fixture = fixtureServer({ shape: 'mcp', ...server });
  // A long last grace: on a busy machine also what was killed may take its time to go.
  const graces = { killMs: 10_000, ...options.graces };
  const client = new McpClient({ executable: fixture.executable, args: fixture.args, ...options, graces });
  context.onTestFinished(async () => {
    const { survivors } = await client.close();
    await waitUntilGone(fixture.pids(), { deadlineMs: 15_000 });
    fixture.dispose();
    if (survivors.length > 0) throw new Error(`survivors: ${JSON.stringify(survivors)}`);
  });
  return { client, server: fixture };
}

/** As `processClient`, after the handshake. */
export async function readyClient(...parameters: Parameters<typeof processClient>): Promise<ProcessBench> {
  const bench = processClient(...parameters);
  await bench.client.initialize();
  return bench;
}

/** The text of a tool's result. */
export function textOf(result: Awaited<ReturnType<McpClient['callTool']>>): string {
  return result.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
