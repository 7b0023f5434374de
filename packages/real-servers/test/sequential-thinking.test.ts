import { describe, expect, it } from 'vitest';
import { sequentialThinking } from './support/programs.ts';
import { openSession } from './support/session.ts';
import { expectEveryTool, text, type ToolTable } from './support/tool-table.ts';

const tool = 'sequentialthinking';
const first = { thought: 'first 💭', nextThoughtNeeded: true, thoughtNumber: 1, totalThoughts: 2 };

const tools: ToolTable = [
  {
    tool,
    args: first,
    answer: { content: text(/"thoughtHistoryLength": 1/), structuredContent: { thoughtNumber: 1, branches: [] } },
  },
  {
    tool,
    args: { ...first, thoughtNumber: 3, branchFromThought: 1, branchId: 'other', nextThoughtNeeded: 'false' },
    answer: {
      structuredContent: { thoughtNumber: 3, totalThoughts: 3, nextThoughtNeeded: false, branches: ['other'] },
    },
  },
  { tool, args: { ...first, thoughtNumber: 0 }, answer: { isError: true, content: text(/-32602/) } },
];

describe('server-sequential-thinking', () => {
  it('lists its tool, which answers, and writes as much to stderr as it likes', async (context) => {
    const session = await openSession(context, sequentialThinking);
    const { client, complaints } = session;
    expect(client.server).toMatchObject({ era: 'legacy', serverInfo: { name: 'sequential-thinking-server' } });
    await expectEveryTool(session, tools);
    // It prints each thought there, in a frame: far more than a pipe holds that nobody reads.
    const thought = 'x'.repeat(4_000);
    for (let thoughtNumber = 1; thoughtNumber <= 50; thoughtNumber += 1) {
      const { isError } = await client.callTool(tool, { ...first, thought, thoughtNumber, totalThoughts: 50 });
      expect(isError).toBe(false);
    }
    await client.ping();
    expect(complaints).toEqual([]);
    await session.close();
  });
});
