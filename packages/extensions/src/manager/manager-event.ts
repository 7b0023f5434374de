import type { Survivor } from '../rpc/transport.ts';
import type { ServerStateName } from './server-state.ts';
import type { StatusReason } from './server-status.ts';

/** Something that happened to a server. Plain data: no arguments, no results, no secrets. */
export type ManagerEvent =
  | {
      readonly type: 'state';
      readonly serverName: string;
      readonly state: ServerStateName;
      readonly generation: number;
      readonly reason?: StatusReason;
    }
  /** The tools are others now: ask again. */
  | { readonly type: 'tools'; readonly serverName: string; readonly version: number }
  /** A process is gone, but for what is named. */
  | { readonly type: 'closed'; readonly serverName: string; readonly survivors: readonly Survivor[] }
  /** Somebody should look at it: a slip in the configuration, or a program that is another one now. No call fails by it. */
  | { readonly type: 'notice'; readonly serverName: string; readonly message: string }
  /** Worth knowing; no call fails by it. */
  | { readonly type: 'diagnostic'; readonly serverName?: string; readonly message: string };
