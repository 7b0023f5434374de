/**
 * Writes every answer in pieces. `splitAt` says where it cuts: between all bytes, inside each character that takes
 * several bytes in UTF-8, or at about eight places drawn from `seed`.
 *
 * The pause after a piece is what lets it arrive as a chunk of its own. Nothing can force a reader to keep up; when the
 * reader's process does not get the CPU for a while, two pieces may arrive as one, so a test needs several cuts.
 *
 * Serves L-09 (chunks, UTF-8), C-20.
 */
import { seededRandom } from '../seeded-random.mjs';

/** About how long one answer takes, whatever the number of pieces. */
const answerMs = 150;
const longestPauseMs = 15;

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  const { splitAt = 'every-byte', seed = 1 } = server.options;
  const random = seededRandom(seed);
  const cutsHere = {
    'every-byte': () => true,
    utf8: (/** @type {Buffer} */ bytes, /** @type {number} */ at) => (bytes.readUInt8(at) & 0xc0) === 0x80,
    random: (/** @type {Buffer} */ bytes) => random() < 8 / bytes.length,
  }[splitAt];
  return {
    async answer(answer) {
      const bytes = Buffer.from(`${JSON.stringify(answer)}\n`);
      const cuts = [];
      for (let at = 1; at < bytes.length; at++) if (cutsHere(bytes, at)) cuts.push(at);
      const pauseMs = Math.min(longestPauseMs, answerMs / (cuts.length + 1));
      let start = 0;
      for (const end of [...cuts, bytes.length]) {
        await server.write(bytes.subarray(start, end));
        start = end;
        await pause(pauseMs);
      }
      server.journal({ event: 'sent', id: answer.id });
    },
  };
}

/**
 * Timers count whole milliseconds; shorter pauses go round the event loop instead.
 *
 * @param {number} ms
 */
async function pause(ms) {
  if (ms >= 1) return new Promise((resolve) => setTimeout(resolve, ms));
  const end = performance.now() + ms;
  do await new Promise((resolve) => setImmediate(resolve));
  while (performance.now() < end);
}
