import { describe, expect } from 'vitest';
import { clientBench, discovered, initialized, watch } from '../support/memory-client.ts';
import { MemoryTransport, type SentMessage } from '../support/memory-transport.ts';
import { verifies } from './verifies.ts';

const tokenOf = ({ params }: SentMessage): unknown => Reflect.get(Object(params?.['_meta']), 'progressToken');

/** A client whose calls are answered by the test alone. */
async function calling(era: 'legacy' | 'modern') {
  const script = { initialize: () => initialized, 'server/discover': () => discovered };
  const bench = clientBench(script, { era, allowUnlistedTools: true });
  const ready = bench.client.initialize();
  await bench.clock.settle();
  await ready;
  const transport = bench.transports[0] ?? new MemoryTransport();
  const progress = (progressToken: unknown, value: number): void =>
    transport.receive({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken, progress: value },
    });
  const tokens = (): unknown[] => transport.sentWith('tools/call').map(tokenOf);
  return { ...bench, transport, progress, tokens };
}

describe('progress', () => {
  verifies('C-14', 'has a token for each call that wants it, a number, never used twice', async () => {
    for (const era of ['legacy', 'modern'] as const) {
      const { client, clock, transport, tokens } = await calling(era);
      for (let index = 0; index < 20; index += 1) {
        const wants = index % 3 === 0 ? { resetTimeoutOnProgress: true } : { onProgress: () => {} };
        void watch(client.callTool(`t${index}`, {}, index === 10 ? {} : wants));
        await clock.settle();
        // Half of them have ended when the next is asked for.
        if (index % 2 === 0) transport.answer(transport.sent.at(-1)?.id, { content: [] });
      }
      const given = tokens();
      expect(given[10]).toBeUndefined();
      const used = given.toSpliced(10, 1);
      expect(used.filter((token) => !Number.isSafeInteger(token))).toEqual([]);
      expect(new Set(used).size).toBe(19);
      await client.close();
    }
  });

  verifies('C-14', 'reaches the call whose token it carries, while that waits, and nobody else', async () => {
    for (const era of ['legacy', 'modern'] as const) {
      const { client, clock, transport, progress, tokens } = await calling(era);
      const heard: [string, unknown][] = [];
      const ends = ['a', 'b'].map((name) =>
        watch(client.callTool(name, {}, { onProgress: ({ progress: value }) => heard.push([name, value]) })),
      );
      await clock.settle();
      const [first, second] = tokens();
      progress(second, 1);
      progress(first, 2);
      for (const nobody of [String(first), 999, null, undefined, { token: first }]) progress(nobody, 3);
      transport.answer(transport.sentWith('tools/call')[0]?.id, { content: [] });
      progress(first, 4);
      progress(second, 5);
      await clock.settle();
      expect(heard).toEqual([
        ['b', 1],
        ['a', 2],
        ['b', 5],
      ]);
      expect(ends.map((end) => end())).toEqual([{ content: [], isError: false }, 'waits']);
      await client.close();
    }
  });
});
