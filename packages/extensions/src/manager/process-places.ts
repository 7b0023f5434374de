import { McpClientError } from '../errors.ts';
import { createDeferred, type Deferred } from '../base/deferred.ts';
import { untilAborted } from '../adapter/until-aborted.ts';

/** The right to have a process. Given back once or often. */
export type Place = () => void;

export interface ProcessPlacesOptions {
  readonly max: number;
  /** Stops a server that nobody uses, if there is one. */
  readonly makeRoom: () => boolean;
}

/** How many servers run at once (github.com/openai/codex/issues/18881: 1,300 of them). Who comes first is served first. */
export class ProcessPlaces {
  readonly #options: ProcessPlacesOptions;
  readonly #queue: Deferred<void>[] = [];
  #taken = 0;

  constructor(options: ProcessPlacesOptions) {
    this.#options = options;
  }

  get taken(): number {
    return this.#taken;
  }

  /** @throws McpClientError `MCP_BUSY` when all places are in use, `MCP_ABORTED` */
  async enter(signal: AbortSignal): Promise<Place> {
    if (this.#taken < this.#options.max) return this.#take();
    if (!this.#options.makeRoom()) {
      throw new McpClientError('MCP_BUSY', `${this.#options.max} servers run, and each of them is in use`);
    }
    const turn = createDeferred<void>();
    this.#queue.push(turn);
    try {
      await untilAborted(turn.promise, signal);
    } catch (error) {
      const at = this.#queue.indexOf(turn);
      if (at >= 0) this.#queue.splice(at, 1);
      else this.#leave(); // its turn came at the same time
      throw error;
    }
    return this.#placeOf();
  }

  #take(): Place {
    this.#taken += 1;
    return this.#placeOf();
  }

  #placeOf(): Place {
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      this.#leave();
    };
  }

  /** The place goes to who waits, or is free. */
  #leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#taken -= 1;
    else next.resolve();
  }
}
