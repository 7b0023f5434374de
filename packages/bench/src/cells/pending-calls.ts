import { textOf, type BenchClient, type ToolAnswer } from '../clients/bench-client.ts';
import { askNumber, callOnce } from './calls.ts';
import { heldBytes } from './memory.ts';
import type { Measure } from './cell-context.ts';

/** What a call costs in memory while it waits, with a deadline and a signal, its promise included. */
export const measure: Measure = async (context) => {
  const calls = context.count(10_000, 2000);
  const client = await context.open();
  const { signal } = new AbortController();
  await finish(client, hold(client, 500, signal));
  const before = heldBytes();
  const pending = hold(client, calls, signal);
  await callOnce(client, 1); // its answer comes after the server has read all of them
  const bytes = heldBytes() - before;
  await finish(client, pending);
  await client.close();
  return { bytes: bytes / calls };
};

function hold(client: BenchClient, calls: number, signal: AbortSignal): Promise<ToolAnswer>[] {
  return Array.from({ length: calls }, () => client.call('hold', {}, { timeoutMs: 60_000, signal }));
}

async function finish(client: BenchClient, pending: Promise<ToolAnswer>[]): Promise<void> {
  await callOnce(client, 0);
  const released = await askNumber(client, 'release');
  const answers = await Promise.all(pending);
  const isAll = released === pending.length && answers.every((answer) => textOf(answer) === 'released');
  if (!isAll) throw new Error(`${released} of ${pending.length} calls were released`);
}
