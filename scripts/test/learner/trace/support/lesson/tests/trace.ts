import type { Stage } from '@coding-agent/fixture-servers/lab';
import { Client } from '../src/client.ts';

/** Two callers; the first is answered last. */
export async function play(stage: Stage): Promise<void> {
  const client = new Client(stage.server({ mode: 'out-of-turn' }));
  await client.open();
  stage.scene('swapped');
  const a = stage.ask('A', (value) => client.request('tools/call', { name: 'later', arguments: { value } }));
  const b = stage.ask('B', (value) => client.request('tools/call', { name: 'echo', arguments: { value } }));
  await Promise.all([a, b]);
  await client.close();
}
