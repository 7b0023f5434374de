import { calling, odd, type FaultRow } from '../row.ts';
import { require } from '../scene.ts';

/** Bytes that are no clean lines of JSON. */
export const lineRows: readonly FaultRow[] = [
  calling({
    fault: 'a banner at the start and a log line before each answer',
    server: { mode: 'noise' },
    ending: 'answered',
    connection: 'goes on',
    check: ({ client }) => require(client.stats().noiseLines === 5, 'the lines are not counted'),
  }),
  calling({
    fault: 'more noise than is allowed (10,000 lines)',
    server: { mode: 'noise-flood' },
    withinMs: 5_000,
    ending: 'MCP_PROTOCOL_ERROR',
    connection: 'ends',
  }),
  calling({ fault: 'CR LF at the end of lines', server: { mode: 'crlf' }, ending: 'answered', connection: 'goes on' }),
  calling({ fault: 'empty lines', server: { mode: 'blank-lines' }, ending: 'answered', connection: 'goes on' }),
  calling({
    fault: 'answers in pieces, cut inside of characters',
    server: { mode: 'split', splitAt: 'utf8' },
    args: { value: '工具 🧰 é' },
    ending: 'answered',
    connection: 'goes on',
  }),
  odd({ fault: 'log lines that are JSON', tool: 'log-lines', ending: 'answered' }),
  odd({ fault: 'codes that move the cursor of a terminal', tool: 'terminal-codes', ending: 'answered' }),
  odd({ fault: 'a line of NUL bytes', tool: 'nul-bytes', ending: 'answered' }),
  odd({ fault: 'a line of 100,000 opening brackets', tool: 'deep-noise', ending: 'answered' }),
  odd({ fault: 'a byte order mark before the answer', tool: 'byte-order-mark', ending: 'answered' }),
  odd({ fault: 'a banner without a newline before the answer', tool: 'glued-banner', ending: 'MCP_PROTOCOL_ERROR' }),
  odd({
    fault: 'half an answer, then a newline',
    tool: 'half-then-newline',
    ending: 'MCP_PROTOCOL_ERROR',
  }),
  {
    ...odd({ fault: 'bytes in the answer that are not UTF-8', tool: 'invalid-utf8', ending: 'answered' }),
    async meet(scene) {
      const begin = Date.now();
      const settled = await scene.settle(scene.call('invalid-utf8'));
      scene.requireText(settled, 'a\ufffd\ufffdb');
      require(scene.diagnosed('invalid-utf8') === 1, 'it is nowhere said that bytes were replaced');
      return scene.met(settled, scene.causeOf(settled, begin));
    },
  },
];
