/** Some thirty years. A trace's numbers are the trace's: no sum of two of them may become infinite in a drawing. */
const largestMs = 1e12;

/** A time of a trace that can be drawn, in milliseconds. */
export function finiteTime(ms: number): number {
  return Number.isFinite(ms) ? Math.min(Math.max(ms, -largestMs), largestMs) : 0;
}
