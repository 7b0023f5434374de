import type { Failure } from '../errors.ts';

/** Where a client is in its one life. */
export type ClientState =
  | { readonly name: 'idle' }
  /** The server is being started. */
  | { readonly name: 'starting' }
  /** The server runs; the handshake is under way. */
  | { readonly name: 'initializing' }
  | { readonly name: 'ready' }
  /** No more work is taken; the server is being ended. */
  | { readonly name: 'closing'; readonly reason: Failure }
  /** Terminal: a new connection is a new client. */
  | { readonly name: 'closed'; readonly reason: Failure };

export type ClientEvent =
  | { readonly type: 'start' }
  | { readonly type: 'started' }
  | { readonly type: 'handshake-done' }
  /** The connection is over, or is to be: the first reason stays. */
  | { readonly type: 'ended'; readonly reason: Failure }
  /** Nothing of the server is left (or it is named). */
  | { readonly type: 'gone' };

/** The next state. An event that has no place in a state leaves it as it is: it came too late. */
export function nextState(state: ClientState, event: ClientEvent): ClientState {
  switch (event.type) {
    case 'start':
      return state.name === 'idle' ? { name: 'starting' } : state;
    case 'started':
      return state.name === 'starting' ? { name: 'initializing' } : state;
    case 'handshake-done':
      return state.name === 'initializing' ? { name: 'ready' } : state;
    case 'ended':
      if (state.name === 'idle') return { name: 'closed', reason: event.reason };
      return state.name === 'closing' || state.name === 'closed' ? state : { name: 'closing', reason: event.reason };
    case 'gone':
      return state.name === 'closing' ? { name: 'closed', reason: state.reason } : state;
    default:
      return event satisfies never;
  }
}
