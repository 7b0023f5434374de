import { wordsOf } from './printable.ts';

/** Limits of what is sent. */
export interface JsonLimits {
  /** Levels of arrays and objects in each other. */
  readonly maxDepth: number;
  /** Bytes of the whole as JSON. */
  readonly maxBytes: number;
}

/** What stands against a value, and where (a path such as `params.items[3].when`). */
export interface JsonProblem {
  readonly problem: string;
}

/**
 * Turns a value into JSON, if it is one: null, booleans, finite numbers, strings, arrays and plain objects. A member that
 * is `undefined` is left out, as JSON.stringify does; everything that JSON.stringify would change or drop in silence
 * (functions, NaN, dates, maps, class instances, holes of arrays) is refused, and so are cycles, BigInt, too much depth
 * and too many bytes. Nothing of the value is executed but its getters.
 */
export function encodeJson(value: unknown, root: string, limits: JsonLimits): string | JsonProblem {
  try {
    const walk = new Walk(limits);
    const problem = problemIn(value, root, walk);
    if (problem !== undefined) return problem;
    const json = JSON.stringify(value);
    return fits(json, limits) ? json : tooLong(root, limits);
  } catch (error) {
    return unreadable(root, error);
  }
}

/** The same rules, for whoever needs the value as it is now, whatever becomes of it: a copy, frozen through and through. */
export function frozenJson(value: unknown, root: string, limits: JsonLimits): { readonly copy: unknown } | JsonProblem {
  try {
    const walk = new Walk(limits, true);
    const problem = problemIn(value, root, walk);
    if (problem !== undefined) return problem;
    const { copy } = walk;
    return walk.mostBytes <= limits.maxBytes || fits(JSON.stringify(copy), limits) ? { copy } : tooLong(root, limits);
  } catch (error) {
    return unreadable(root, error);
  }
}

function problemIn(value: unknown, root: string, walk: Walk): JsonProblem | undefined {
  if (!walk.visit(value, 0)) return { problem: `${root}${shortened(walk.path)} ${walk.problem}` };
  return undefined;
}

/** A character has one to three bytes: mostly there is no need to count. */
function fits(json: string, { maxBytes }: JsonLimits): boolean {
  return json.length * 3 <= maxBytes || (json.length <= maxBytes && Buffer.byteLength(json) <= maxBytes);
}

function tooLong(root: string, { maxBytes }: JsonLimits): JsonProblem {
  return { problem: `${root} has more than ${maxBytes} bytes as JSON` };
}

function unreadable(root: string, error: unknown): JsonProblem {
  return { problem: `${root} cannot be read: ${wordsOf(error, 'it throws what cannot be shown')}` };
}

const hasToJson = 'has a toJSON, so it is not a plain value';

/** One look at a value. It knows no parents: a cycle is found by its depth, and only then looked for. */
class Walk {
  readonly #maxDepth: number;
  readonly #maxBytes: number;
  /** At least this many bytes: ends the walk of a small graph that is endless as a tree. */
  #bytes = 0;
  readonly #copies: boolean;
  /** Of the last value that was visited, when copies are made. */
  copy: unknown;
  /** Where the problem is; put together on the way back. */
  path = '';
  problem = '';

  constructor({ maxDepth, maxBytes }: JsonLimits, copies: boolean = false) {
    this.#maxDepth = maxDepth;
    this.#maxBytes = maxBytes;
    this.#copies = copies;
  }

  /** No more than that: a character has six bytes at most, as an escape, and a number 25. */
  get mostBytes(): number {
    return 16 * this.#bytes;
  }

  /** False when a problem was found. */
  visit(value: unknown, depth: number): boolean {
    this.#bytes += 2;
    this.copy = value;
    switch (typeof value) {
      case 'string':
        this.#bytes += value.length;
        break;
      case 'number':
        if (!Number.isFinite(value)) return this.#refuse(`is ${value}, which JSON does not know`);
        this.copy = value + 0; // JSON has no -0
        break;
      case 'boolean':
        break;
      case 'object':
        if (value === null) break;
        if (depth >= this.#maxDepth) return this.#refuse(this.#whyDeep(value));
        return Array.isArray(value) ? this.#visitArray(value, depth) : this.#visitMembers(value, depth);
      case 'bigint':
      case 'function':
      case 'symbol':
      case 'undefined':
        return this.#refuse(`is ${typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`}, not a JSON value`);
    }
    return this.#bytes <= this.#maxBytes || this.#refuse(`makes more than ${this.#maxBytes} bytes`);
  }

  #visitArray(value: readonly unknown[], depth: number): boolean {
    if ('toJSON' in value) return this.#refuse(hasToJson);
    const copy: unknown[] | undefined = this.#copies ? [] : undefined;
    for (let index = 0; index < value.length; index += 1) {
      if (this.visit(value[index], depth + 1)) {
        copy?.push(this.copy);
        continue;
      }
      this.path = `[${index}]${this.path}`;
      return false;
    }
    if (copy !== undefined) this.copy = Object.freeze(copy);
    return true;
  }

  #visitMembers(value: object, depth: number): boolean {
    const prototype: unknown = Object.getPrototypeOf(value);
    // Also the plain object of another realm (a vm context has an Object of its own).
    if (prototype !== Object.prototype && prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      return this.#refuse(`is a ${constructorName(value)}, not a plain object`);
    }
    if ('toJSON' in value) return this.#refuse(hasToJson);
    const copy: Record<string, unknown> | undefined = this.#copies ? {} : undefined;
    for (const key of Object.keys(value)) {
      const member: unknown = Reflect.get(value, key);
      if (member === undefined) continue;
      this.#bytes += key.length + 2;
      if (this.visit(member, depth + 1)) {
        if (copy !== undefined) put(copy, key, this.copy);
        continue;
      }
      this.path = `${/^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`}${this.path}`;
      return false;
    }
    if (copy !== undefined) this.copy = Object.freeze(copy);
    return true;
  }

  #whyDeep(value: object): string {
    return reaches(value, value, new Set()) ? 'contains itself' : `is nested deeper than ${this.#maxDepth} levels`;
  }

  #refuse(problem: string): false {
    this.problem = problem;
    return false;
  }
}

/** A member of its own, whatever it is called. */
function put(copy: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') copy[key] = value;
  else Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Whether `goal` is found below `from`; each object is looked at once. */
function reaches(from: object, goal: object, seen: Set<object>): boolean {
  for (const member of Object.values(from) as unknown[]) {
    if (typeof member !== 'object' || member === null || seen.has(member)) continue;
    if (member === goal) return true;
    seen.add(member);
    if (reaches(member, goal, seen)) return true;
  }
  return false;
}

/** A path is for a person: of a long one the beginning says enough. */
function shortened(path: string): string {
  return path.length <= 120 ? path : `${path.slice(0, 120)}…`;
}

function constructorName(value: object): string {
  const { constructor } = value;
  return typeof constructor === 'function' && constructor.name !== '' ? constructor.name : 'class instance';
}
