import type { Recording } from '../../../src/trace/read-recording.ts';
import { replay, type Replay, type ReplayOptions } from '../../../src/trace/replay.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { Host } from './host.ts';

/** A host whose server is a recording; it has initialized and listed, as the recording begins. */
export async function replayedHost(
  recording: Recording,
  options: ReplayOptions = {},
): Promise<{ readonly host: Host; readonly server: Replay }> {
  const clock = new ManualClock();
  const server = replay(recording, { clock, ...options });
  const host = new Host(server.connect, clock, { timeouts: { requestMs: 1_000 } });
  await host.steps([{ do: 'initialize' }, { do: 'list' }]);
  return { host, server };
}

/** The texts of results, in the order in which they came. */
export function textsOf(host: Host): string[] {
  return host.results.flatMap((result) => {
    const { content = [] } = Object(result) as { content?: { text?: string }[] };
    return content.map(({ text = '' }) => text);
  });
}
