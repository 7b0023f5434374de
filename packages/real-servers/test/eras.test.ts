import { describe, expect, it } from 'vitest';
import { errorOf } from './support/error-of.ts';
import * as programs from './support/programs.ts';
import type { Program } from './support/programs.ts';
import { openSession } from './support/session.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const refused = { code: 'MCP_HANDSHAKE_FAILED', reason: 'refused' };
const otherVersions = { code: 'MCP_UNSUPPORTED_VERSION', serverVersions: ['2026-07-28'] };

interface Row {
  readonly server: string;
  readonly program: (folder: string) => Program;
  readonly found: 'legacy' | 'modern';
  /** What becomes of a client that believes in one era; by this one sees that what was found is right. */
  readonly asLegacy: object;
  readonly asModern: object;
}

const legacy = { found: 'legacy', asLegacy: { era: 'legacy' }, asModern: refused } as const;

const rows: readonly Row[] = [
  { server: 'everything', program: () => programs.everything, ...legacy },
  { server: 'filesystem', program: programs.filesystem, ...legacy },
  { server: 'memory', program: () => programs.memory, ...legacy },
  { server: 'sequential-thinking', program: () => programs.sequentialThinking, ...legacy },
  ...(programs.hasPython ? [{ server: 'python', program: () => programs.python, ...legacy }] : []),
  { server: 'sdk, connect()', program: () => programs.sdkLegacy, ...legacy },
  {
    server: 'sdk, serveStdio',
    program: () => programs.sdkOfBothEras,
    found: 'modern',
    asLegacy: { era: 'legacy' },
    asModern: { era: 'modern' },
  },
  {
    server: 'sdk, serveStdio, modern only',
    program: () => programs.sdkModernOnly,
    found: 'modern',
    asLegacy: otherVersions,
    asModern: { era: 'modern' },
  },
];

describe.each(rows)('the era of $server', ({ program, found, asLegacy, asModern }) => {
  it('is found on one process, without waiting', async (context) => {
    // Nothing is decided by a time that runs out here, or this test would end by its own.
    const timeouts = { handshakeMs: 600_000, probeMs: 300_000 };
    const { client, processes, close } = await openSession(context, program(temporaryFolder(context)), { timeouts });
    expect(client.server?.era).toBe(found);
    expect(processes()).toHaveLength(1);
    await close();
  });

  it.for([
    { era: 'legacy', expected: asLegacy },
    { era: 'modern', expected: asModern },
  ] as const)('is what it really is: spoken to as $era', async ({ era, expected }, context) => {
    const session = openSession(context, program(temporaryFolder(context)), { era });
    if ('code' in expected) expect(await errorOf(session)).toMatchObject(expected);
    else expect((await session).client.server).toMatchObject(expected);
  });
});
