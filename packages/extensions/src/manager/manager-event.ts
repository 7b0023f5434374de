import type { EventOrigin, McpClientEvent } from '../client/client-event.ts';
import type { Survivor } from '../rpc/transport.ts';
import type { ServerStateName } from './server-state.ts';
import type { StatusReason } from './server-status.ts';

/**
 * Something that happened to a server. Plain data: no arguments, no results, no secrets. No `type` is one of a client's, so that
 * one listener can hear both.
 */
export type ManagerEvent =
  | {
      readonly type: 'server-state';
      readonly serverName: string;
      readonly state: ServerStateName;
      readonly generation: number;
      readonly reason?: StatusReason;
    }
  /** The tools are others now: ask again. */
  | { readonly type: 'server-tools'; readonly serverName: string; readonly version: number }
  /** A process is gone, but for what is named. */
  | { readonly type: 'server-closed'; readonly serverName: string; readonly survivors: readonly Survivor[] }
  /** Somebody should look at it: a slip in the configuration, or a program that is another one now. No call fails by it. */
  | { readonly type: 'server-notice'; readonly serverName: string; readonly message: string }
  /** Worth knowing; no call fails by it. */
  | { readonly type: 'manager-diagnostic'; readonly serverName?: string; readonly message: string };

/** What happens to clients and to the servers of a manager. */
export type McpEvent = McpClientEvent | ManagerEvent;

/**
 * Who hears of all of it: for `onEvent` of a client, of a manager, and of `client` in a manager's options, which is what its
 * clients tell. `origin` says which client it is; the manager's own events have none.
 */
export type McpListener = (event: McpEvent, origin?: EventOrigin) => unknown;
