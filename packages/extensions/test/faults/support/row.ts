import type { FixtureOptions } from '@coding-agent/fixture-servers';
import type { ErrorCode, McpClientOptions } from '../../../src/index.ts';
import type { HttpFaults } from './http-fault-server.ts';
import type { Scene } from './scene.ts';

/** How it ends for whoever waits: with the right answer, or with a code (a handshake says its reason too). */
type Ending = 'answered' | Exclude<ErrorCode, 'MCP_HANDSHAKE_FAILED'> | `MCP_HANDSHAKE_FAILED (${string})`;

/** What was seen when a fault was met. */
export interface Met {
  readonly ending: string;
  /** From its cause (or from the caller's deadline) to the end for whoever waited. */
  readonly ms: number;
}

/** One fault, and all that is promised about it. */
export interface FaultRow {
  /** The requirement that it serves. Default Q-01. */
  readonly id?: 'Q-01' | 'Q-02';
  /** What the server does wrong (or the caller). One of a kind in the whole table. */
  readonly fault: string;
  /** What the host does meanwhile. */
  readonly done: string;
  /** A fixture server, or an executable that is not one; over HTTP a server with faults, or an address without one. */
  readonly server: FixtureOptions | { readonly executable: string } | HttpFaults | { readonly url: string };
  readonly options?: Partial<McpClientOptions>;
  readonly ending: Ending;
  /** The end comes soon after its cause, or after the deadline that the caller set. */
  readonly due: 'its cause' | 'the deadline';
  /** How soon, in milliseconds; far below the default timeout of a minute. Default 2000: machines that run tests are busy. */
  readonly withinMs?: number;
  /** What becomes of the connection. `stuck`: it stands, and this server will never answer again. */
  readonly connection: 'goes on' | 'ends' | 'stuck';
  /** The limit that holds memory here, in bytes; then the row gets a host of its own. Growth may be this and 20 MB. */
  readonly limitBytes?: number;
  /** The row itself shakes hands. */
  readonly fromTheStart?: boolean;
  /** Rows with the same server, one after the other, may use one process. */
  readonly shared?: boolean;
  /** What the host holds anyway: made before its memory is watched. */
  readonly prepare?: () => Readonly<Record<string, unknown>>;
  /** Meets the fault. Throws when something beside the ending is not as it should be. */
  readonly meet: (scene: Scene, prepared: Readonly<Record<string, unknown>>) => Promise<Met>;
}

type CallRow = Omit<FaultRow, 'meet' | 'done' | 'due'> & {
  readonly tool?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  /** The caller's deadline; without one, the cause is the server's last deed before the end. */
  readonly timeoutMs?: number;
  readonly done?: string;
  readonly check?: (scene: Scene) => Promise<void> | void;
};

/** A row whose host calls a tool and waits. */
export function calling({ tool = 'echo', args = { value: 'right' }, timeoutMs, check, ...row }: CallRow): FaultRow {
  return {
    done: 'a call',
    due: timeoutMs === undefined ? 'its cause' : 'the deadline',
    ...row,
    async meet(scene) {
      const begin = Date.now();
      const expected = tool === 'echo' ? args['value'] : tool;
      const settled = await scene.settle(scene.call(tool, args, timeoutMs === undefined ? {} : { timeoutMs }));
      if (settled.ending === 'answered') scene.requireText(settled, String(expected));
      const cause = timeoutMs === undefined ? scene.causeOf(settled, begin) : begin + timeoutMs;
      await check?.(scene);
      return scene.met(settled, cause);
    },
  };
}

/** A row of the server `odd-answers`, which serves all of them in one process. */
export function odd(row: Omit<CallRow, 'server' | 'connection'> & { readonly tool: string }): FaultRow {
  const { limitBytes } = row;
  return calling({
    ...row,
    server: { mode: 'odd-answers' },
    connection: 'goes on',
    shared: limitBytes === undefined && row.options === undefined,
  });
}

/** A row that is about the handshake. */
export function shakingHands(
  row: Omit<FaultRow, 'meet' | 'due' | 'done' | 'fromTheStart'> & {
    readonly done?: string;
    readonly timeoutMs?: number;
    readonly check?: (scene: Scene, error: unknown) => Promise<void> | void;
  },
): FaultRow {
  const { timeoutMs, check, ...rest } = row;
  return {
    done: 'initialize',
    due: timeoutMs === undefined ? 'its cause' : 'the deadline',
    ...rest,
    fromTheStart: true,
    async meet(scene) {
      const begin = Date.now();
      const settled = await scene.settle(scene.client.initialize(timeoutMs === undefined ? {} : { timeoutMs }));
      const cause = timeoutMs === undefined ? scene.causeOf(settled, begin) : begin + timeoutMs;
      await check?.(scene, settled.error);
      return scene.met(settled, cause);
    },
  };
}
