import { fixtureServer, type FixtureOptions, type FixtureServer } from '@coding-agent/fixture-servers';
import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { onTestFinished } from 'vitest';

/** A server with a fault, and the words that point the calculator's client at it. */
export interface Fixture {
  readonly server: FixtureServer;
  readonly words: readonly string[];
}

export function fixture(options: FixtureOptions = {}): Fixture {
  const server = fixtureServer({ shape: 'mcp', ...options });
  onTestFinished(() => server.dispose());
  return { server, words: ['--server', server.executable, ...server.args] };
}

/** Rejects when one of them still runs after a while. */
export function expectGone(pids: readonly number[]): Promise<void> {
  return waitUntilGone(pids, { deadlineMs: 20_000 });
}
