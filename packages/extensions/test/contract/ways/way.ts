import type { TestContext } from 'vitest';
import type { ClientPorts } from '../../../src/client/client-ports.ts';
import type { ErrorCode } from '../../../src/errors.ts';
import type { McpClientOptions } from '../../../src/mcp-client.ts';
import type { Era } from '../../../src/protocol/revisions.ts';
import type { Script } from '../../support/memory-client.ts';
import { httpWay } from './http-way.ts';
import { memoryWay } from './memory-way.ts';
import type { ScriptedServer } from './scripted-server.ts';
import { sseWay } from './sse-way.ts';
import { stdioWay } from './stdio-way.ts';

/** A server that waits for its client, and how a client gets to it. It is gone with the test, after its client. */
export interface Served {
  readonly server: ScriptedServer;
  readonly options: Partial<McpClientOptions>;
  readonly ports: Partial<ClientPorts>;
}

/** A way between a client and a server, as the contract tests need it. */
export interface Way {
  /** What a request ends with whose server vanishes. */
  readonly lost: ErrorCode;
  /** Those that it exists in. */
  readonly eras: readonly Era[];
  readonly serve: (context: Pick<TestContext, 'onTestFinished'>, script: Script, era: Era) => Promise<Served>;
}

/** Every way that the same contract is kept over. */
export const ways = { memory: memoryWay, stdio: stdioWay, http: httpWay, 'http+sse': sseWay } as const satisfies Record<
  string,
  Way
>;

export type WayName = keyof typeof ways;

export const wayNames = Object.keys(ways) as WayName[];
