import { readdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesystem } from './support/programs.ts';
import { openSession } from './support/session.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { expectEveryTool, text } from './support/tool-table.ts';
import { filesystemTools } from './tables/filesystem.ts';

describe('server-filesystem', () => {
  it('lists its tools, and every one answers', async (context) => {
    const folder = temporaryFolder(context);
    const session = await openSession(context, filesystem(folder));
    expect(session.client.server).toMatchObject({ era: 'legacy', serverInfo: { name: 'secure-filesystem-server' } });
    await expectEveryTool(session, filesystemTools(folder));
    await session.client.ping();
    expect(readdirSync(folder)).toEqual(['deep', 'p.png']);
    expect(session.complaints).toEqual([]);
    await session.close();
  });

  it('takes its folders from the roots of the host, whom it asks', async (context) => {
    const folder = temporaryFolder(context);
    const { client, complaints, close } = await openSession(context, filesystem(), {
      capabilities: { roots: {} },
      handlers: { 'roots/list': () => ({ roots: [{ uri: pathToFileURL(folder).href }] }) },
    });
    const allowed = (): Promise<unknown> => client.callTool('list_allowed_directories').then(({ content }) => content);
    await expect.poll(allowed, { timeout: 10_000 }).toEqual(text(`Allowed directories:\n${folder}`));
    expect(client.stats().serverRequests).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });

  it('has nothing to offer without a folder, and says so in every call', async (context) => {
    const { client, close } = await openSession(context, filesystem());
    const result = await client.callTool('list_directory', { path: '/' });
    expect(result).toMatchObject({ isError: true, content: text(/^Access denied/) });
    await close();
  });

  it('reads megabytes in one answer, with others under way', async (context) => {
    const folder = temporaryFolder(context);
    const content = 'grüße, 世界 🌍\n'.repeat(100_000);
    writeFileSync(`${folder}/big.txt`, content);
    const { client, complaints } = await openSession(context, filesystem(folder));
    const [big, list] = await Promise.all([
      client.callTool('read_text_file', { path: `${folder}/big.txt` }),
      client.callTool('list_directory', { path: folder }),
    ]);
    expect(big.structuredContent).toEqual({ content });
    expect(list.content).toEqual(text('[FILE] big.txt'));
    expect(complaints).toEqual([]);
  });
});
