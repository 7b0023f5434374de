/** How far the shutdown of a process has gone. */
export type ShutdownStep = 'stdin-ended' | 'terminated' | 'killed';

/** What a child process is, as far as we were told. `exited` and `failed` are final. */
export type ChildState =
  | { readonly kind: 'spawning' }
  | { readonly kind: 'running'; readonly pid: number }
  | { readonly kind: 'stopping'; readonly pid: number; readonly step: ShutdownStep }
  /** `step`: the last thing that we did to end it; undefined when it went by itself. */
  | {
      readonly kind: 'exited';
      readonly exitCode: number | null;
      readonly signal: string | null;
      readonly step: ShutdownStep | undefined;
    }
  /** It never ran. No exit is told in this case. */
  | { readonly kind: 'failed'; readonly errno: string };

export type ChildEvent =
  | { readonly kind: 'spawned'; readonly pid: number }
  | { readonly kind: 'step'; readonly step: ShutdownStep }
  | { readonly kind: 'exit'; readonly exitCode: number | null; readonly signal: string | null }
  | { readonly kind: 'error'; readonly errno: string };

/**
 * The next state of a child; the same object when the event changes nothing. Node may tell an error without an exit (it
 * never ran), before it or after it (a signal that could not be sent), so an error counts only while nothing ran (C-35).
 */
export function nextChildState(state: ChildState, event: ChildEvent): ChildState {
  switch (state.kind) {
    case 'spawning':
      if (event.kind === 'spawned') return { kind: 'running', pid: event.pid };
      return event.kind === 'error' ? { kind: 'failed', errno: event.errno } : state;
    case 'running':
      if (event.kind === 'step') return { kind: 'stopping', pid: state.pid, step: event.step };
      return event.kind === 'exit' ? exited(event, undefined) : state;
    case 'stopping':
      if (event.kind === 'step') return { ...state, step: event.step };
      return event.kind === 'exit' ? exited(event, state.step) : state;
    case 'exited':
    case 'failed':
      return state;
    default:
      return state satisfies never;
  }
}

function exited(event: Extract<ChildEvent, { kind: 'exit' }>, step: ShutdownStep | undefined): ChildState {
  return { kind: 'exited', exitCode: event.exitCode, signal: event.signal, step };
}

/** It was sent SIGKILL by us, and left by that or after it. */
export function wasKilled(state: ChildState | undefined): boolean {
  return state?.kind === 'exited' && state.step === 'killed';
}
