import type { ProgramPart } from '../servers/workspace.ts';
import { visibleLine } from './visible.ts';

/** The files that a server is made of, a line each: `script /opt/server.js  (SHA-256 3f2a9c01d2e4…)`. */
export function programLines(programs: readonly ProgramPart[]): string[] {
  return programs.map(({ kind, what, digest, text }) => {
    const bytes = digest === 'unknown' ? 'unknown' : `SHA-256 ${digest.slice(0, 16)}…`;
    const about = text === undefined ? bytes : `${visibleLine(text)}, ${bytes}`;
    return `${kind.replaceAll('-', ' ')} ${visibleLine(what)}  (${about})`;
  });
}
