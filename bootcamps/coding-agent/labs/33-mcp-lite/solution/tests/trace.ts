import type { Stage } from '@coding-agent/fixture-servers/lab';
import { McpClient } from '../src/mcp-client.ts';

/**
 * What `pnpm lesson trace 33` draws: six callers of one client, A to F, on a server that answers when it likes. The calls
 * alone decide in which order the answers come (`later` waits for the next answer to another call); no clock does.
 */
export async function play(stage: Stage): Promise<void> {
  const client = new McpClient({ ...stage.server({ mode: 'out-of-turn' }), graceMs: 3_000 });
  try {
    await client.initialize();

    stage.scene('out-of-order');
    const a = stage.ask('A', (value) => client.callTool('later', { value, turn: 'after' }));
    const b = stage.ask('B', (value) => client.callTool('echo', { value }));
    await Promise.all([a, b]);

    stage.scene('never');
    const patience = new AbortController();
    const { signal } = patience;
    const c = stage.ask('C', (value) => client.callTool('never', { value }, { signal }));
    const d = stage.ask('D', (value) => client.callTool('echo', { value }, { signal }));
    await Promise.race([c, d]); // one of them is told something; no more answers will come
    patience.abort();
    await Promise.all([c, d]);

    stage.scene('late');
    await stage.ask('E', (value) => client.callTool('later', { value, turn: 'before' }, { timeoutMs: 100 }));
    await stage.ask('F', (value) => client.callTool('echo', { value }));
  } finally {
    await client.close();
  }
}
