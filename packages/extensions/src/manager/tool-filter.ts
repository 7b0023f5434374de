import picomatch from 'picomatch';
import type { ServerConfig } from './server-config.ts';

/** Which tools an agent may have, by their own names: globs, and `exclude` wins. */
export function toolFilter({ include, exclude }: ServerConfig['tools']): (toolName: string) => boolean {
  const options = { dot: true, nonegate: true, noextglob: true };
  const isIncluded = include === undefined ? (): boolean => true : picomatch([...include], options);
  const isExcluded = picomatch([...exclude], options);
  return (toolName) => isIncluded(toolName) && !isExcluded(toolName);
}
