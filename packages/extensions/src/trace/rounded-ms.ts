/** Milliseconds to within a microsecond: more digits would be noise. */
export function roundedMs(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
