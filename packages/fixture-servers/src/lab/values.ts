/**
 * Values that nobody can guess, so that no learner's code passes by heart. `LAB_SEED=<number>` repeats a run's values.
 */
const seed = Number(process.env['LAB_SEED'] ?? Math.floor(Math.random() * 1_000_000));
let state = seed;
let announced = false;

/** Tells the seed, once: for a test that failed (`context.onTestFailed`), so that its values can be drawn again. */
export function announceSeed(): void {
  if (!announced) process.stdout.write(`values were drawn from seed ${seed}; LAB_SEED=${seed} draws them again\n`);
  announced = true;
}

/** A whole number from `min` to `max`, both included. */
export function someInteger(min: number, max: number): number {
  // mulberry32: small, and good enough to be unlike the number before
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return min + (((mixed ^ (mixed >>> 14)) >>> 0) % (max - min + 1));
}

/** A text unlike any other of this run. */
export function someText(what = 'value'): string {
  return `${what}-${someInteger(100_000, 999_999).toString(36)}-${someInteger(100_000, 999_999).toString(36)}`;
}
