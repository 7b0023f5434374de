import type { FileMap } from './variant-files.ts';

/** Gap codes marked `TODO(<code>)` in the starter's sources: what a learner searches for. */
export function findMarkers(starter: FileMap): string[] {
  const codes = [...starter]
    .filter(([path]) => path.startsWith('src/'))
    .flatMap(([, text]) => [...text.matchAll(/TODO\((TODO_[A-Z0-9_]+)\)/g)].map((match) => match[1] ?? ''));
  return [...new Set(codes)].toSorted();
}
