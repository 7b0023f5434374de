import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function drawn(seed: string): Promise<readonly unknown[]> {
  vi.stubEnv('LAB_SEED', seed);
  vi.resetModules();
  const { someInteger, someText } = await import('../../src/lab/values.ts');
  return [someInteger(1, 1000), someText(), someText('name'), someInteger(1, 1000)];
}

test('a seed repeats the values of a run, another seed draws others', async () => {
  const first = await drawn('7');
  expect(await drawn('7')).toEqual(first);
  expect(await drawn('8')).not.toEqual(first);
});

test('numbers stay in their bounds, both included; texts differ', async () => {
  const { someInteger, someText } = await import('../../src/lab/values.ts');
  const numbers = Array.from({ length: 500 }, () => someInteger(-1, 1));
  expect([...new Set(numbers)].toSorted((a, b) => a - b)).toEqual([-1, 0, 1]);
  const texts = Array.from({ length: 100 }, () => someText());
  expect(new Set(texts).size).toBe(100);
});

test('the seed is told once, with the way to draw the same values again', async () => {
  vi.stubEnv('LAB_SEED', '42');
  vi.resetModules();
  const { announceSeed } = await import('../../src/lab/values.ts');
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  announceSeed();
  announceSeed();
  const said = write.mock.calls.map(([text]) => text);
  write.mockRestore();
  expect(said).toEqual(['values were drawn from seed 42; LAB_SEED=42 draws them again\n']);
});
