import { execute } from '../../src/execute.ts';
import type { ExitCode } from '../../src/exit-codes.ts';
import { fakeBackend, type FakeBackend, type FakeOptions } from './fake-backend.ts';
import { memoryHost, type MemoryHost, type MemoryHostOptions } from './memory-host.ts';

export interface Ran {
  readonly exitCode: ExitCode;
  readonly out: string;
  readonly err: string;
  /** What was asked of the servers. */
  readonly log: readonly string[];
  readonly backend: FakeBackend;
  readonly host: MemoryHost;
  /** The one document on stdout; throws when there is none, or more. */
  readonly document: () => unknown;
}

/** Runs a command line against fake servers. */
export async function runInMemory(
  words: readonly string[],
  options: FakeOptions = {},
  hostOptions: MemoryHostOptions & { readonly host?: MemoryHost } = {},
): Promise<Ran> {
  const backend = fakeBackend(options);
  const host = hostOptions.host ?? memoryHost(hostOptions);
  const exitCode = await execute(words, host, () => Promise.resolve(backend));
  const { log } = backend;
  return {
    exitCode,
    out: host.out(),
    err: host.err(),
    log,
    backend,
    host,
    document: () => JSON.parse(host.out()) as unknown,
  };
}
