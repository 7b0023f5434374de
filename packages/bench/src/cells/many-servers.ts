import { execFileSync } from 'node:child_process';
import type { Measure } from './cell-context.ts';

const used = [3, 11];

/** A host with 20 servers of which two are used: how long until both have answered, and how many were started for that. */
export const measure: Measure = async (context) => {
  const label = `bench-${process.pid}`;
  const start = performance.now();
  const many = await context.openMany(20, '--label', label);
  await many.prepare();
  await Promise.all(used.map((server) => many.call(server, 'echo', { value: 'x' })));
  const ms = performance.now() - start;
  // Now, since none of them ends before it is told to.
  const commands = execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).split('\n');
  const servers = commands.filter((command) => command.includes(label) && command.includes('--framing')).length;
  const closing = performance.now();
  await many.close();
  return { ms, servers, closeMs: performance.now() - closing };
};
