import { textOf, type BenchClient } from '../clients/bench-client.ts';

/** One small call, whose answer is looked at. */
export async function callOnce(client: BenchClient, number: number): Promise<void> {
  const value = `call number ${number}`;
  const text = textOf(await client.call('echo', { value }));
  if (text !== value) throw new Error(`a wrong answer: ${text} instead of ${value}`);
}

/** So many calls, with as many in flight as said: each answer is followed by the next call. */
export async function callMany(client: BenchClient, calls: number, inFlight: number): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < calls) await callOnce(client, next++);
  };
  await Promise.all(Array.from({ length: Math.min(inFlight, calls) }, lane));
}

/** A number that the server tells as a text. */
export async function askNumber(
  client: BenchClient,
  tool: string,
  args: Record<string, unknown> = {},
): Promise<number> {
  const number = Number(textOf(await client.call(tool, args)));
  if (!Number.isInteger(number)) throw new Error(`${tool} told no number`);
  return number;
}
