import { McpClientError } from '../../../../src/index.ts';
import { calling, shakingHands, type FaultRow } from '../row.ts';
import { require } from '../scene.ts';

/** Beginnings that go wrong. */
export const handshakeRows: readonly FaultRow[] = [
  exit('exit on start, nothing read', 'exit-on-start', 'ending before the handshake'),
  exit('exit instead of an answer to initialize', 'exit-in-handshake', 'no configuration file'),
  shakingHands({
    fault: 'a server that answers nothing at all',
    server: { mode: 'silent' },
    timeoutMs: 300,
    ending: 'MCP_HANDSHAKE_FAILED (timeout)',
    connection: 'ends',
    check: ({ server }) =>
      require(server?.received('notifications/cancelled').length === 0, 'initialize was cancelled'),
  }),
  shakingHands({
    fault: 'initialize is refused',
    server: { mode: 'refuse-handshake' },
    ending: 'MCP_HANDSHAKE_FAILED (refused)',
    connection: 'ends',
  }),
  shakingHands({
    fault: 'the revision is refused',
    server: { mode: 'refuse-version' },
    ending: 'MCP_UNSUPPORTED_VERSION',
    connection: 'ends',
  }),
  shakingHands({
    fault: 'a revision that nobody knows is answered',
    server: { mode: 'other-version' },
    ending: 'MCP_UNSUPPORTED_VERSION',
    connection: 'ends',
  }),
  shakingHands({
    fault: 'a banner without a newline before the first answer',
    server: { mode: 'glued-banner' },
    ending: 'answered',
    connection: 'goes on',
  }),
  shakingHands({
    fault: 'a banner without a newline before the answer to initialize, the era is known',
    server: { mode: 'glued-banner' },
    options: { era: 'legacy' },
    ending: 'MCP_HANDSHAKE_FAILED (malformed)',
    connection: 'ends',
  }),
  shakingHands({
    fault: 'a banner, and the host wants it strict',
    server: { mode: 'noise' },
    options: { stdout: 'strict' },
    ending: 'MCP_HANDSHAKE_FAILED (malformed)',
    connection: 'ends',
  }),
  {
    ...shakingHands({
      fault: 'initialize with a signal that is aborted already',
      server: {},
      ending: 'MCP_ABORTED',
      connection: 'goes on',
    }),
    async meet(scene) {
      const begin = Date.now();
      const settled = await scene.settle(scene.client.initialize({ signal: AbortSignal.abort() }));
      require(scene.journal.length === 0, 'a server was started');
      return scene.met(settled, begin);
    },
  },
  {
    ...shakingHands({ fault: 'two at once want the handshake', server: {}, ending: 'answered', connection: 'goes on' }),
    async meet(scene) {
      const begin = Date.now();
      const [first, second] = [scene.client.initialize(), scene.client.initialize()];
      const settled = await scene.settle(Promise.all([first, second]));
      require(scene.journal.filter(({ event }) => event === 'start').length === 1, 'not one server was started');
      return scene.met(settled, scene.causeOf(settled, begin));
    },
  },
  {
    ...calling({
      fault: 'a call before and during the handshake',
      server: {},
      ending: 'MCP_NOT_INITIALIZED',
      connection: 'goes on',
      fromTheStart: true,
    }),
    async meet(scene) {
      const before = await scene.settle(scene.call('echo'));
      const handshake = scene.client.initialize();
      const begin = Date.now();
      const during = await scene.settle(scene.call('echo'));
      require(before.ending === during.ending, `before it was ${before.ending}`);
      await handshake;
      require(scene.server?.received('tools/call').length === 0, 'something was sent');
      return scene.met(during, begin);
    },
  },
  {
    ...calling({
      fault: 'a server that prints all it was given to see',
      server: { mode: 'env-dump' },
      ending: 'answered',
      connection: 'goes on',
    }),
    async meet(scene) {
      const begin = Date.now();
      const settled = await scene.settle(scene.call('env'));
      require(!JSON.stringify(settled.value).includes('not for servers'), 'the server sees the secrets of the host');
      return scene.met(settled, scene.causeOf(settled, begin));
    },
  },
];

function exit(fault: string, mode: 'exit-on-start' | 'exit-in-handshake', words: string): FaultRow {
  return shakingHands({
    fault,
    server: { mode },
    ending: 'MCP_HANDSHAKE_FAILED (exited)',
    connection: 'ends',
    check(_, error) {
      const { exitCode, stderrTail } = error as McpClientError;
      require(error instanceof McpClientError && exitCode === 7, `the exit code is told as ${exitCode}`);
      require(stderrTail?.includes(words) === true, `the end of stderr is told as ${stderrTail}`);
    },
  });
}
