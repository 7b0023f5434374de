import { readFileSync } from 'node:fs';

/** The two files of a client, over one way and over the other. */
export const clientFiles = ['over-stdio.ts', 'over-http.ts'] as const;

/** The lines in which they differ, by the way; a line that is missing is empty. */
export function differingLines(): (readonly [string, string])[] {
  const [one = [], other = []] = clientFiles.map((name) => {
    return readFileSync(new URL(`client/${name}`, import.meta.url), 'utf8').split('\n');
  });
  return Array.from({ length: Math.max(one.length, other.length) }, (_, at) => {
    return [one[at] ?? '', other[at] ?? ''] as const;
  }).filter(([left, right]) => left !== right);
}
