import { describe, expect } from 'vitest';
import { peerBench } from '../support/peer.ts';
import { verifies } from './verifies.ts';

const lastWrite = (writes: readonly (readonly unknown[])[]): unknown => JSON.parse(String(writes.flat().at(-1)));

describe('requests of the server', () => {
  verifies(
    'C-18',
    'a request with the id of ours answers nothing: ping is answered, what is unknown refused',
    async () => {
      const { transport, ask, clock } = peerBench();
      const call = await ask();
      transport.receive({ jsonrpc: '2.0', id: 1, method: 'ping' });
      transport.receive({ jsonrpc: '2.0', id: 'a', method: '__proto__', params: {} });
      await clock.settle();
      expect(call.ended()).toBe('waits');
      expect(transport.sent.slice(1)).toEqual([
        { jsonrpc: '2.0', id: 1, result: {} },
        { jsonrpc: '2.0', id: 'a', error: { code: -32_601, message: expect.any(String) } },
      ]);
    },
  );

  verifies(
    'C-18',
    'a handler answers; one that throws says nothing of the host; a cancelled one says nothing at all',
    async () => {
      let aborted = false;
      const handlers = {
        'roots/list': () => ({ roots: [] }),
        'sampling/createMessage': () => {
          throw new Error('secret of the host');
        },
        'elicitation/create': async (_: unknown, { signal }: { signal: AbortSignal }) => {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          aborted = true;
        },
      };
      const { transport, clock, diagnostics } = peerBench({ handlers });
      transport.receive({ jsonrpc: '2.0', id: 's1', method: 'roots/list' });
      await clock.settle();
      expect(lastWrite(transport.writes)).toEqual({ jsonrpc: '2.0', id: 's1', result: { roots: [] } });
      transport.receive({ jsonrpc: '2.0', id: 's2', method: 'sampling/createMessage', params: {} });
      await clock.settle();
      expect(lastWrite(transport.writes)).toMatchObject({ id: 's2', error: { code: -32_603 } });
      expect(JSON.stringify([transport.sent, diagnostics])).not.toContain('secret');
      transport.receive({ jsonrpc: '2.0', id: 's3', method: 'elicitation/create', params: {} });
      await clock.settle();
      transport.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 's3' } });
      await clock.settle();
      expect([aborted, transport.sent.length]).toEqual([true, 2]);
    },
  );
});
