import { calling, shakingHands, type FaultRow } from '../row.ts';
import { require } from '../scene.ts';

const mebibyte = 2 ** 20;
const maxLine = 32 * mebibyte;
/** What may wait to be written, and one message more that is being made. */
const maxQueued = (64 + 16) * mebibyte;

/** Too many of something, and too much for who does not read. */
export const floodRows: readonly FaultRow[] = [
  calling({
    fault: 'a thousand notifications before each answer',
    server: { mode: 'notification-flood' },
    ending: 'answered',
    connection: 'goes on',
  }),
  shakingHands({
    fault: '200,000 notifications at once, and 20,000 in a second are allowed',
    server: { mode: 'notification-flood', count: 200_000 },
    ending: 'MCP_HANDSHAKE_FAILED (malformed)',
    withinMs: 5_000,
    connection: 'ends',
    limitBytes: 4 * mebibyte,
  }),
  calling({
    fault: 'requests without end from a server that reads nothing',
    server: { mode: 'request-flood' },
    withinMs: 5_000,
    ending: 'MCP_PROTOCOL_ERROR',
    connection: 'ends',
    limitBytes: 4 * mebibyte,
  }),
  shakingHands({
    fault: '1 MiB on stderr before initialize is answered',
    server: { mode: 'stderr-flood' },
    ending: 'answered',
    connection: 'goes on',
  }),
  calling({
    fault: '64 MiB on stderr before the answer',
    server: { mode: 'stderr-flood', bytes: 64 * mebibyte },
    ending: 'answered',
    withinMs: 5_000,
    connection: 'goes on',
    limitBytes: 16 * 1024,
  }),
  {
    fault: '15 MiB to a server that never reads',
    done: 'a call',
    server: { mode: 'slow-reader', hold: true },
    ending: 'MCP_TIMEOUT',
    due: 'the deadline',
    withinMs: 5_000, // the message is made before the client begins to count
    connection: 'stuck',
    limitBytes: maxQueued,
    prepare: () => ({ value: Buffer.alloc(15 * mebibyte, 'v').toString('latin1') }),
    async meet(scene, args) {
      await scene.seen('fault');
      const begin = Date.now();
      const settled = await scene.settle(scene.call('echo', args, { timeoutMs: 500 }));
      return scene.met(settled, begin + 500);
    },
  },
  {
    fault: 'more than may wait (8 MiB) for a server that never reads',
    done: 'twelve calls of 1 MiB',
    server: { mode: 'slow-reader', hold: true },
    options: { limits: { maxQueuedBytes: 8 * mebibyte } },
    ending: 'MCP_BUSY',
    due: 'its cause',
    connection: 'stuck',
    limitBytes: 8 * mebibyte,
    async meet(scene) {
      await scene.seen('fault');
      const value = 'v'.repeat(mebibyte - 200);
      const calls = Array.from({ length: 11 }, () => scene.settle(scene.call('echo', { value }, { timeoutMs: 500 })));
      const begin = Date.now();
      const last = await scene.settle(scene.call('echo', { value }));
      const endings = new Set((await Promise.all(calls)).map(({ ending }) => ending));
      require([...endings].toSorted().join() === 'MCP_BUSY,MCP_TIMEOUT', `the others: ${[...endings].join()}`);
      return scene.met(last, begin);
    },
  },
];

/** everything at once. */
export const drillRows: readonly FaultRow[] = [
  {
    id: 'Q-02',
    fault: 'a line without an end, a flood on stderr, a call that is never answered, and SIGTERM ignored',
    done: 'two calls',
    server: { mode: 'double-flood' },
    options: { graces: { killMs: 1_500 } }, // a process of many megabytes takes its time to be gone on a busy machine
    ending: 'MCP_MESSAGE_TOO_LARGE',
    due: 'its cause',
    withinMs: 5_000,
    connection: 'ends',
    limitBytes: maxLine,
    async meet(scene) {
      const never = scene.settle(scene.call('never'));
      await scene.got('never');
      const echo = await scene.settle(scene.call('echo', { value: 'x' }));
      const waited = await never;
      require(waited.ending === echo.ending, `the call that waited ended with ${waited.ending}`);
      require(scene.client.pendingCount === 0, 'somebody still waits');
      return scene.met(echo, await scene.seen('fault'));
    },
  },
];
