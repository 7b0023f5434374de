import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { ServerCommand } from './clients/bench-client.ts';

export interface BuiltServer {
  readonly kind: 'c' | 'node';
  readonly command: ServerCommand;
  /** For the head of the table: what it is, and why it is not the faster one. */
  readonly note: string;
}

const source = join(import.meta.dirname, '..', 'server');
const compilers = ['cc', 'gcc', 'clang'];

/** The server in C, compiled into `folder`, or the one in JavaScript where that cannot be had. */
export function buildServer(wanted: 'auto' | 'c' | 'node', folder: string): BuiltServer {
  if (wanted === 'node') return nodeServer('as asked for');
  const executable = join(folder, 'bench-server');
  const files = [join(source, 'server.c'), join(source, 'json.c')];
  let why = `none of ${compilers.join(', ')} is there`;
  for (const compiler of compilers) {
    const { status, error, stderr } = spawnSync(compiler, ['-O2', '-o', executable, ...files], { encoding: 'utf8' });
    if (status === 0) return { kind: 'c', command: { executable, args: [] }, note: `C, built with ${compiler} -O2` };
    if (!error) why = `${compiler} failed: ${stderr.trim().split('\n')[0] ?? ''}`;
  }
  if (wanted === 'c') throw new Error(`there is no server in C: ${why}`);
  return nodeServer(`${why}; it takes a larger share of what is measured`);
}

function nodeServer(why: string): BuiltServer {
  return {
    kind: 'node',
    command: { executable: process.execPath, args: [join(source, 'server.mjs')] },
    note: `Node (${why})`,
  };
}
