/**
 * What a fixture server costs to start: the time from the spawn to the first answer, against the time that Node needs to
 * run an empty script, as a ratio of medians. The two are measured in turns, so that the machine's load meets both.
 *
 * `node bench/spawn-cost.mjs [rounds] [server arguments…]`, for example `node bench/spawn-cost.mjs 60 --mode=noise`
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('../src/server/server.mjs', import.meta.url));
const initialize = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })}\n`;
const [rounds = '40', ...serverArgs] = process.argv.slice(2);

/** @type {number[]} */
const bare = [];
/** @type {number[]} */
const answered = [];
for (let round = 0; round < Number(rounds); round++) {
  bare.push(await bareNodeMs());
  answered.push(await firstAnswerMs());
}
const ratio = median(answered) / median(bare);
process.stdout.write(
  `node ${process.version}, ${rounds} rounds: node -e '' ${median(bare).toFixed(1)} ms, ` +
    `first answer ${median(answered).toFixed(1)} ms, ratio ${ratio.toFixed(2)} (aim: at most 1.3)\n`,
);

async function bareNodeMs() {
  const start = performance.now();
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'pipe' });
  await once(child, 'exit');
  return performance.now() - start;
}

async function firstAnswerMs() {
  const start = performance.now();
  const child = spawn(process.execPath, [server, ...serverArgs], { stdio: 'pipe' });
  const exited = once(child, 'exit');
  child.stdin.write(initialize);
  await once(child.stdout, 'data');
  const ms = performance.now() - start;
  child.stdin.end();
  await exited;
  return ms;
}

/** @param {readonly number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
