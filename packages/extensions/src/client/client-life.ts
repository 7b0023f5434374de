import { errorFrom } from '../errors.ts';
import type { ClientObserver } from './client-observer.ts';
import { nextState, type ClientEvent, type ClientState } from './client-state.ts';

/** Where one client is in its life, and who hears of it. */
export class ClientLife {
  readonly #observer: ClientObserver | undefined;
  #state: ClientState = { name: 'idle' };

  constructor(observer: ClientObserver | undefined) {
    this.#observer = observer;
  }

  get name(): ClientState['name'] {
    return this.#state.name;
  }

  step(event: ClientEvent): void {
    const before = this.#state;
    this.#state = nextState(before, event);
    if (this.#state !== before) this.#observer?.state(this.#state);
  }

  /**
   * Nothing is sent any more once the end has begun.
   *
   * @throws McpClientError why the connection is over
   */
  requireOpen(method: string): void {
    if (this.#state.name !== 'closing' && this.#state.name !== 'closed') return;
    throw errorFrom({ ...this.#state.reason, method, outcome: 'not-sent' });
  }
}
