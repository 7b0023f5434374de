import { calling, odd, type FaultRow } from '../row.ts';
import { require } from '../scene.ts';

const mebibyte = 2 ** 20;
const maxLine = 32 * mebibyte;

/** Too much in one message. */
export const sizeRows: readonly FaultRow[] = [
  calling({
    fault: 'a line without an end',
    server: { mode: 'endless-line', bytes: 1e12 },
    ending: 'MCP_MESSAGE_TOO_LARGE',
    connection: 'ends',
    limitBytes: maxLine,
  }),
  calling({
    fault: 'a line without an end, and a limit of 1 MiB',
    server: { mode: 'endless-line', bytes: 1e12 },
    options: { limits: { maxLineBytes: mebibyte } },
    ending: 'MCP_MESSAGE_TOO_LARGE',
    connection: 'ends',
    limitBytes: mebibyte,
  }),
  odd({ fault: 'an answer of 8 MB', tool: 'big-answer', ending: 'answered', withinMs: 5_000, limitBytes: maxLine }),
  {
    ...odd({
      fault: 'an answer of 8 MB, over the limit of a line',
      tool: 'big-answer',
      options: { limits: { maxLineBytes: 4 * mebibyte } },
      ending: 'MCP_MESSAGE_TOO_LARGE',
      limitBytes: 4 * mebibyte,
    }),
    connection: 'ends',
  },
  odd({
    fault: 'an answer of 8 MB, over the limit of a result',
    tool: 'big-answer',
    options: { limits: { maxResultBytes: mebibyte } },
    ending: 'MCP_RESULT_TOO_LARGE',
    withinMs: 5_000,
    limitBytes: maxLine,
  }),
  odd({
    fault: 'an array of a million numbers (2 MiB) in a line before the answer',
    tool: 'array-of-numbers',
    ending: 'answered',
    withinMs: 5_000,
    limitBytes: maxLine,
  }),
  odd({
    fault: 'an answer of 12 MiB that is four million objects',
    tool: 'millions-of-objects',
    ending: 'MCP_PROTOCOL_ERROR',
    withinMs: 5_000,
    limitBytes: maxLine,
  }),
  odd({
    fault: 'an error with 8 MiB of data',
    tool: 'huge-error-data',
    ending: 'MCP_ERROR',
    withinMs: 5_000,
    limitBytes: maxLine,
  }),
  {
    ...odd({
      fault: 'twenty errors with a message of 4 MiB each, which the host keeps',
      tool: 'huge-error-message',
      ending: 'MCP_ERROR',
      limitBytes: maxLine,
    }),
    done: 'twenty calls',
    async meet(scene) {
      const kept: unknown[] = [];
      let begin = Date.now();
      let last = await scene.settle(scene.call('huge-error-message'));
      for (let more = 1; more < 20; more += 1) {
        kept.push(last.error);
        globalThis.gc?.(); // what is not kept is gone
        begin = Date.now();
        last = await scene.settle(scene.call('huge-error-message'));
      }
      require(kept.length === 19, 'they are kept');
      return scene.met(last, scene.causeOf(last, begin));
    },
  },
];
