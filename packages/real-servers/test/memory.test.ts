import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memory } from './support/programs.ts';
import { openSession } from './support/session.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { expectEveryTool } from './support/tool-table.ts';
import { memoryTools } from './tables/memory.ts';

describe('server-memory', () => {
  it('lists its tools, every one answers, and the next process remembers', async (context) => {
    const file = `${temporaryFolder(context)}/memory.jsonl`;
    const env = { MEMORY_FILE_PATH: file };
    const session = await openSession(context, memory, { env });
    expect(session.client.server).toMatchObject({ era: 'legacy', serverInfo: { name: 'memory-server' } });
    await expectEveryTool(session, memoryTools);
    await session.client.ping();
    expect(session.complaints).toEqual([]);
    await session.close();
    expect(readFileSync(file, 'utf8')).toContain('Ada');

    const next = await openSession(context, memory, { env });
    const { structuredContent } = await next.client.callTool('read_graph');
    expect(structuredContent).toMatchObject({ entities: [{ name: 'Ada' }] });
    await next.close();
  });
});
