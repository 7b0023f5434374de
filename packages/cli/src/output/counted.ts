/** A number with its noun: `1 request`, `2 requests`, `0 requests`. `many`: where it is not the noun with an s. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
