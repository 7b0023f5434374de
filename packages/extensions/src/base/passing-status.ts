/** Time-out, too early, too many: with 5xx, what speaks of the moment. */
const passing: readonly number[] = [408, 425, 429];

/** A status of HTTP by which a server, or what stands before it, says that it cannot answer at the moment. */
export function isPassingStatus(status: number | undefined): boolean {
  return status !== undefined && (status >= 500 || passing.includes(status));
}
