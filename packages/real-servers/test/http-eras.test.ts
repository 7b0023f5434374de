import { describe, expect, it } from 'vitest';
import { errorOf } from './support/error-of.ts';
import { openHttpSession } from './support/http-session.ts';
import { everythingServed, sdkServed, sdkServedModernOnly, type ServedProgram } from './support/served.ts';

interface Row {
  readonly server: string;
  readonly program: ServedProgram;
  readonly found: 'legacy' | 'modern';
  /** What is said until the conversation has begun. */
  readonly first: readonly string[];
  /** What becomes of a client that believes in one era; by this one sees that what was found is right. */
  readonly asLegacy: object;
  readonly asModern: object;
}

const otherVersions = { code: 'MCP_UNSUPPORTED_VERSION', serverVersions: ['2026-07-28'] };

const rows: readonly Row[] = [
  {
    server: 'everything',
    program: everythingServed,
    found: 'legacy',
    first: ['server/discover', 'initialize', 'notifications/initialized'],
    asLegacy: { era: 'legacy' },
    asModern: { code: 'MCP_HANDSHAKE_FAILED', reason: 'refused' },
  },
  {
    server: 'sdk, createMcpHandler',
    program: sdkServed,
    found: 'modern',
    first: ['server/discover'],
    asLegacy: { era: 'legacy' },
    asModern: { era: 'modern' },
  },
  {
    server: 'sdk, createMcpHandler, modern only',
    program: sdkServedModernOnly,
    found: 'modern',
    first: ['server/discover'],
    asLegacy: otherVersions,
    asModern: { era: 'modern' },
  },
];

describe.each(rows)('the era of $server over HTTP', ({ program, found, first, asLegacy, asModern }) => {
  it('is found by what is answered, with no question too many', async (context) => {
    // Nothing is decided by a time that runs out here, or this test would end by its own.
    const timeouts = { handshakeMs: 600_000, probeMs: 300_000 };
    const { client, passed, complaints, close } = await openHttpSession(context, program, { timeouts });
    expect(client.server?.era).toBe(found);
    await client.listTools(); // it waits until all that comes before it was taken
    const said = passed.flatMap(({ message = [] }) => message);
    expect(said.slice(0, first.length)).toEqual(first);
    expect(said.slice(first.length).filter((method) => ['server/discover', 'initialize'].includes(method))).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it.for([
    { era: 'legacy', expected: asLegacy },
    { era: 'modern', expected: asModern },
  ] as const)('is what it really is: spoken to as $era', async ({ era, expected }, context) => {
    const session = openHttpSession(context, program, { era });
    if ('code' in expected) expect(await errorOf(session)).toMatchObject(expected);
    else expect((await session).client.server).toMatchObject(expected);
  });
});
