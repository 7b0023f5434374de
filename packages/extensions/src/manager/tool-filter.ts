import { printable } from '../wire/printable.ts';
import { nameGlob } from './name-glob.ts';
import type { ServerConfig } from './server-config.ts';

/** Which tools an agent may have, by their own names: globs, and `exclude` wins. */
export function toolFilter({ include, exclude }: ServerConfig['tools']): (toolName: string) => boolean {
  const included = include?.map(nameGlob);
  const excluded = exclude.map(nameGlob);
  const isOf = (globs: readonly ((name: string) => boolean)[], name: string): boolean =>
    globs.some((fits) => fits(name));
  return (toolName) => (included === undefined || isOf(included, toolName)) && !isOf(excluded, toolName);
}

/** What makes a glob of a name. */
const isGlob = /[*?[\]{}()!\\]/;

/**
 * What a configuration says of tools that the server does not list, in words: mostly a slip, and then a tool is there that
 * should not be, or may more than it should. A glob without a match is none: it may be meant for later.
 */
export function unknownToolNames(
  { tools: { include = [], exclude }, toolPermissions }: Pick<ServerConfig, 'tools' | 'toolPermissions'>,
  listed: ReadonlySet<string>,
): readonly string[] {
  const filters = [
    ...include.map((name) => ['tools.include', name] as const),
    ...exclude.map((name) => ['tools.exclude', name] as const),
  ].filter(([, name]) => !isGlob.test(name));
  const permissions = Object.keys(toolPermissions).map((name) => ['toolPermissions', name] as const);
  return [...filters, ...permissions]
    .filter(([, name]) => !listed.has(name))
    .map(([field, name]) => `${field} names ${printable(name, 64)}, and the server has no such tool`);
}
