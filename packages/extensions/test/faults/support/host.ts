/**
 * A host that meets faults, one after the other, and lives: a process of its own, so that its memory is its own and its
 * death would be seen. Its argument is a JSON array of faults. For each it prints one line, a JSON `Result`; when it has
 * met all of them it closes what it opened and does nothing more: it must end by itself.
 */
import { settlesWithin, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import type { FaultRow } from './row.ts';
import { rows } from './rows.ts';
import { watchPeak } from './memory.ts';
import { nothing, type Result } from './result.ts';
import { Scene } from './scene.ts';

const asked: readonly string[] = JSON.parse(process.argv[2] ?? '[]');
const mine = asked.map((fault) => rows.find((row) => row.fault === fault));
const warnings: string[] = [];
process.on('warning', ({ name, message }) => warnings.push(`${name}: ${message}`));
process.env['HOST_SECRET'] = 'not for servers';

/** Another server, which is fine: the proof that the host is fine too. */
const healthy = await (await Scene.make({ server: { selfKillMs: 120_000 } })).open(undefined);
await isAlive('the beginning');

for (let index = 0; index < mine.length;) {
  const row = mine[index];
  if (row === undefined) throw new Error(`there is no row ${asked[index]}`);
  const together = [row];
  while (isSharedWith(row, mine[index + together.length])) together.push(mine[index + together.length] ?? row);
  await meetAll(together);
  index += together.length;
}

await healthy.client.close();
healthy.server?.dispose();

/** Meets faults of one server with one client. */
async function meetAll(together: readonly FaultRow[]): Promise<void> {
  const [first] = together;
  if (first === undefined) return;
  const scene = await Scene.make(first);
  const results: Omit<Result, 'closeMs'>[] = [];
  if (first.fromTheStart !== true) await scene.open(first.options);
  for (const row of together) results.push(await meetOne(row, scene));
  const closing = await closeAll(scene);
  for (const result of results) {
    const problems = [...result.problems, ...closing.problems];
    process.stdout.write(`${JSON.stringify({ ...result, closeMs: closing.ms, problems })}\n`);
  }
}

async function meetOne(row: FaultRow, scene: Scene): Promise<Omit<Result, 'closeMs'>> {
  const problems: string[] = [];
  const guard = async (run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  };
  const waiting = scene.client.pendingCount;
  const prepared = row.prepare?.() ?? {};
  const memory = watchPeak();
  let met = { ending: nothing, ms: 0 };
  await guard(async () => void (met = await row.meet(scene, prepared)));
  await guard(() => connectionIs(row.connection, waiting, scene));
  const growthBytes = memory.growth();
  await guard(() => isAlive(row.fault));
  problems.push(...warnings.splice(0));
  return { fault: row.fault, ...met, growthBytes, problems };
}

/** `waiting`: what waited before this row, left behind by one that failed on the same server. */
async function connectionIs(expected: FaultRow['connection'], waiting: number, { client }: Scene): Promise<void> {
  if (client.pendingCount > waiting) throw new Error(`${client.pendingCount} requests still wait`);
  if (expected === 'ends') {
    // Whoever wrote is told of the broken pipe first, and the connection right after.
    for (let turns = 0; !client.state.startsWith('clos'); turns += 1) {
      if (turns === 100) throw new Error(`the connection should be over, and is ${client.state}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return;
  }
  if (client.state !== 'ready' && client.state !== 'idle') throw new Error(`the connection is ${client.state}`);
  if (expected === 'goes on' && client.state === 'ready') await client.ping();
}

/** The host makes a call to the healthy server. */
async function isAlive(value: string): Promise<void> {
  const settled = await settlesWithin(healthy.call('echo', { value }), 5_000, 'the call to the healthy server');
  if (settled.status === 'rejected') throw new Error('the healthy server fails', { cause: settled.reason });
  healthy.requireText({ ending: 'answered', value: settled.value, atMs: 0 }, value);
}

async function closeAll({ client, server, http }: Scene): Promise<{ ms: number; problems: string[] }> {
  const begin = performance.now();
  const { survivors } = await client.close();
  const ms = performance.now() - begin;
  const problems = survivors.map(({ pid, command }) => `${pid} ${command} survived`);
  try {
    await waitUntilGone(server?.pids() ?? [], { deadlineMs: 5_000 });
  } catch (error) {
    problems.push(String(error));
  }
  const connections = (await http?.connections()) ?? 0;
  if (connections > 0) problems.push(`${connections} connections are left`);
  http?.stop();
  server?.dispose();
  return { ms, problems };
}

function isSharedWith(row: FaultRow, next: FaultRow | undefined): boolean {
  return row.shared === true && next?.shared === true && JSON.stringify(row.server) === JSON.stringify(next.server);
}
