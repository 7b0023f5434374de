/** The least number of places; a power of two. */
const minPlaces = 16;

/** So many are kept however few are in use: what comes and goes by the hundred would make the table anew each time. */
const maxIdle = 1024;

/**
 * Values by their ids, which are positive integers and mostly grow. A `Map` would do the same, but gives its place to a new
 * table each time that as many keys have come and gone as it has places, and each old table keeps the next one alive until
 * the slow collector comes: with many short requests that was most of what the garbage collector had to do.
 *
 * Open addressing, linear probing; at most half of the places are taken.
 */
export class IdTable<T extends { readonly id: number }> {
  #places: (T | undefined)[] = emptyPlaces(minPlaces);
  /** So many bits of a scattered id are left away: what is left is a place. */
  #shift = shiftFor(minPlaces);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(id: number): T | undefined {
    return this.#places[this.#placeOf(id)];
  }

  /** Adds a value; its id must not be there. */
  add(value: T): void {
    if (2 * (this.#size + 1) > this.#places.length) this.#resize(2 * this.#places.length);
    this.#places[this.#placeOf(value.id)] = value;
    this.#size += 1;
  }

  /** False when there was nothing. */
  delete(id: number): boolean {
    const places = this.#places;
    const mask = places.length - 1;
    let hole = this.#placeOf(id);
    if (places[hole] === undefined) return false;
    this.#size -= 1;
    // What was put off by the one that leaves moves up, so that a search may go on to end at the first empty place.
    for (let at = (hole + 1) & mask; ; at = (at + 1) & mask) {
      const value = places[at];
      if (value === undefined) break;
      if (((at - this.#home(value.id)) & mask) < ((at - hole) & mask)) continue;
      places[hole] = value;
      hole = at;
    }
    places[hole] = undefined;
    if (places.length > maxIdle && 16 * this.#size < places.length) this.#resize(places.length / 4);
    return true;
  }

  /** All values as they are now, in any order. */
  values(): T[] {
    return this.#places.filter((value) => value !== undefined);
  }

  /** Where a value is, or would be. */
  #placeOf(id: number): number {
    const places = this.#places;
    const mask = places.length - 1;
    let at = this.#home(id);
    for (let value = places[at]; value !== undefined && value.id !== id; value = places[at]) at = (at + 1) & mask;
    return at;
  }

  /** Ids follow each other: without scattering them, those in flight would be one long row. */
  #home(id: number): number {
    return Math.imul(id, 0x9e37_79b1) >>> this.#shift;
  }

  #resize(places: number): void {
    const old = this.#places;
    this.#places = emptyPlaces(places);
    this.#shift = shiftFor(places);
    for (const value of old) if (value !== undefined) this.#places[this.#placeOf(value.id)] = value;
  }
}

function shiftFor(places: number): number {
  return 32 - Math.log2(places);
}

function emptyPlaces<T>(count: number): (T | undefined)[] {
  return Array.from<undefined>({ length: count });
}
