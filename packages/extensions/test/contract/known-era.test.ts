import { describe, expect } from 'vitest';
import { legacyRevisions } from '../../src/protocol/revisions.ts';
import { begun, methods } from '../support/begun.ts';
import { discovered, initialized, Refusal } from '../support/memory-client.ts';
import { verifies } from './verifies.ts';

describe('a verdict that is known', () => {
  verifies(
    'C-08',
    'legacy asks by initialize at once, modern by server/discover; neither starts anything anew',
    async () => {
      const both = { 'server/discover': () => discovered, initialize: () => initialized };
      for (const era of ['legacy', 'modern'] as const) {
        const { ended, transports } = await begun(both, { era });
        expect(ended()).toMatchObject({ era });
        expect(methods(transports[0])[0]).toBe(era === 'legacy' ? 'initialize' : 'server/discover');
        const lost = await begun({}, { era });
        lost.transports[0]?.end();
        await lost.clock.settle();
        expect(lost.ended()).toMatchObject({ code: 'MCP_HANDSHAKE_FAILED', reason: 'exited' });
        expect(lost.transports).toHaveLength(1);
      }
    },
  );

  verifies('C-07', 'a server of the other era is refused in clear words', async () => {
    const initializedOnly = { 'server/discover': () => new Refusal(-32601), initialize: () => initialized };
    const legacyServer = await begun(initializedOnly, { era: 'modern' });
    expect(legacyServer.ended()).toMatchObject({
      code: 'MCP_HANDSHAKE_FAILED',
      reason: 'refused',
      phase: 'server/discover',
      message: expect.stringContaining('-32601'),
    });
    const modernOnly = { initialize: () => new Refusal(-32022, { supported: ['2026-07-28'] }) };
    const modernServer = await begun(modernOnly, { era: 'legacy' });
    expect(modernServer.ended()).toMatchObject({
      code: 'MCP_UNSUPPORTED_VERSION',
      serverVersions: ['2026-07-28'],
      clientVersions: [...legacyRevisions],
    });
  });
});
