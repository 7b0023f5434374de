import type { Problem } from '../servers/workspace.ts';
import { visible, visibleLine } from './visible.ts';

/** A problem of a configuration and its cure, for stderr. */
export function problemLines(problem: Problem, pathOf: (path: string) => string): string[] {
  const { serverName, message, cure } = problem;
  const place = placeOf(problem, pathOf);
  const what = serverName === undefined ? '' : `${visibleLine(serverName)}: `;
  return [`problem: ${place === '' ? '' : `${place}: `}${what}${visible(message)}`, `  → ${visibleLine(cure)}`];
}

/** `./.mcp.json:3:5 /mcpServers/files`, as editors and terminals make links of. */
export function placeOf(
  place: { readonly file?: string; readonly line?: number; readonly column?: number; readonly pointer?: string },
  pathOf: (path: string) => string,
): string {
  const { file, line, column, pointer = '' } = place;
  if (file === undefined) return '';
  const numbers = line === undefined ? '' : column === undefined ? `:${line}` : `:${line}:${column}`;
  return `${pathOf(file)}${numbers}${pointer === '' ? '' : ` ${visibleLine(pointer)}`}`;
}
