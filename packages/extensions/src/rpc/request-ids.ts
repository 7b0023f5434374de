import type { Failure } from '../errors.ts';

/** Ids are never reused and never wrapped: near the end of the integers the client must be made anew. */
const lastId = Number.MAX_SAFE_INTEGER - 1024;

/** Why a request gets no id. */
export const idsUsedUp: Failure = { code: 'CLIENT_CLOSED', message: 'all ids are used: make a new client' };

/** The ids of one connection's requests: 1, 2, 3 and so on. */
export class RequestIds {
  #next = 1;

  /** An id that nobody had; undefined when there are none left. */
  take(): number | undefined {
    if (this.#next > lastId) return undefined;
    this.#next += 1;
    return this.#next - 1;
  }

  /** Whether a request had this id. */
  wasTaken(id: number): boolean {
    return Number.isInteger(id) && id > 0 && id < this.#next;
  }
}
