import { describe, expect } from 'vitest';
import { processClient, readyClient } from '../support/process-client.ts';
import { RecordedEvents } from '../support/recorded-events.ts';
import { verifies } from './verifies.ts';

describe('events of a process', () => {
  verifies(
    'O-02',
    'the process is told of: its start, how much it wrote to stderr, the steps of its shutdown, its exit',
    async (context) => {
      const events = new RecordedEvents();
      const { client, server } = await readyClient(
        context,
        { mode: 'ignore-sigterm' },
        { onEvent: events.onEvent, graces: { stdinMs: 50, terminateMs: 50 } },
      );
      await client.close();
      const life = events.all.filter(({ type }) => type.startsWith('process') || type === 'gone');
      expect(life).toEqual([
        { type: 'process-started', pid: server.pids()[0] },
        { type: 'process-step', step: 'stdin-ended' },
        { type: 'process-step', step: 'terminated' },
        { type: 'process-step', step: 'killed' },
        { type: 'process-exited', exitCode: null, signal: 'SIGKILL' },
        { type: 'gone', survivors: 0, killed: true },
      ]);

      const loud = new RecordedEvents();
      const noisy = await readyClient(context, { mode: 'stderr-flood', bytes: 100_000 }, { onEvent: loud.onEvent });
      await noisy.client.callTool('echo', { value: 'x' });
      await noisy.client.close();
      expect(loud.of('stderr').reduce((sum, { bytes }) => sum + bytes, 0)).toBeGreaterThanOrEqual(100_000);
      expect([events, loud].map((one) => one.of('stderr-truncated').length)).toEqual([0, 1]);

      const failed = new RecordedEvents();
      const { client: missing } = processClient(
        context,
        {},
        { executable: '/nowhere/at/all', onEvent: failed.onEvent },
      );
      await expect(missing.initialize()).rejects.toMatchObject({ code: 'MCP_SPAWN_FAILED' });
      await missing.close();
      expect(failed.of('process-failed')).toEqual([{ type: 'process-failed', errno: 'ENOENT' }]);
      expect(failed.of('process-started')).toEqual([]);
    },
  );
});
