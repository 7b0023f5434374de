import type { Host } from '../../src/host.ts';
import { interrupted } from '../../src/interrupted.ts';
import type { Sink } from '../../src/output/sink.ts';

/** A host in memory, and what was written to it. */
export interface MemoryHost extends Host {
  readonly out: () => string;
  readonly err: () => string;
  readonly abort: (reason: unknown) => void;
}

export interface MemoryHostOptions {
  readonly stdin?: string | Uint8Array;
  readonly isTerminal?: boolean;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly platform?: NodeJS.Platform;
}

export function memoryHost(options: MemoryHostOptions = {}): MemoryHost {
  const { stdin = '', isTerminal = false, columns = 80, env = {}, platform = 'linux' } = options;
  const controller = new AbortController();
  const written = { out: '', err: '' };
  const sink = (name: 'out' | 'err'): Sink => ({
    isTerminal,
    columns: () => (isTerminal ? columns : undefined),
    write: (text) => {
      written[name] += text;
      return Promise.resolve();
    },
  });
  return {
    stdout: sink('out'),
    stderr: sink('err'),
    stdin: Object.assign(chunks(stdin), { isTTY: isTerminal }),
    env,
    platform,
    cwd: '/srv/project',
    home: '/home/ada',
    signal: controller.signal,
    out: () => written.out,
    err: () => written.err,
    interrupt: () => controller.abort(interrupted('SIGINT')),
    abort: (reason) => controller.abort(reason),
  };
}

async function* chunks(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text as string);
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}
