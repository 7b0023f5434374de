/**
 * Writes `bytes` bytes (default 1 MiB, in whole lines of 64) to stderr before each answer, then a line `lastWords` if it
 * was given some, and answers only when stderr has taken them: a client that does not drain stderr waits for ever. Each
 * line holds 21 characters of three bytes, so a cut at a round number of bytes is likely to be inside of one.
 *
 * Serves L-09 (bounded stderr), C-24, Q-01, Q-02.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  const { bytes = 1024 * 1024, lastWords } = server.options;
  const line = `${'没有人想看的日志又多了一行'.padEnd(21, '…')}\n`;
  const linesAtOnce = 1024;
  const block = line.repeat(linesAtOnce);
  return {
    async answer(answer) {
      for (let left = Math.ceil(bytes / 64); left > 0 && !server.ending; left -= linesAtOnce) {
        await server.log(left < linesAtOnce ? line.repeat(left) : block);
      }
      if (lastWords !== undefined) await server.log(`${lastWords}\n`);
      return server.send(answer);
    },
  };
}
