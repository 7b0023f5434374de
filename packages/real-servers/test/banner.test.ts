import { listProcesses } from '@coding-agent/fixture-servers/testing';
import { describe, expect, it } from 'vitest';
import { errorOf } from './support/error-of.ts';
import { answering } from './support/host.ts';
import { sdkWithBanner } from './support/programs.ts';
import { openSession } from './support/session.ts';
import { expectEveryTool } from './support/tool-table.ts';
import { sdkTools } from './tables/sdk.ts';

describe('a server that prints a banner on stdout', () => {
  it('is understood all the same, and each line of the banner is told of', async (context) => {
    const session = await openSession(context, sdkWithBanner, answering);
    const { client, complaints, close } = session;
    expect(client.server?.era).toBe('legacy');
    await expectEveryTool(session, sdkTools('legacy'));
    expect(complaints.map(({ kind, sample }) => [kind, sample])).toEqual([
      ['noise', 'sdk-server 1.0.0, ready when you are'],
      ['noise', expect.stringContaining('listening')],
      ['malformed', expect.stringContaining('"level":30')],
      ['malformed', '["a","list"]'],
    ]);
    // What reaches the diagnostics cannot move a cursor.
    expect(complaints.filter(({ sample }) => sample?.includes('\u001b'))).toEqual([]);
    await close();
  });

  it('is ended where stdout is for the protocol alone', async (context) => {
    const error = await errorOf(openSession(context, sdkWithBanner, { stdout: 'strict' }));
    expect(error).toMatchObject({ code: 'MCP_HANDSHAKE_FAILED', reason: 'malformed' });
    const left = (): unknown[] =>
      listProcesses().filter(({ ppid, command }) => ppid === process.pid && command.includes(sdkWithBanner.args[0]));
    await expect.poll(left, { timeout: 5_000 }).toEqual([]);
  });
});
