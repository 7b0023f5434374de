import { attributeValues } from './conventions.ts';

/** Different names of tools, for one server. */
const maxTools = 200;
/** Different JSON-RPC codes of errors, for one server. */
const maxCodes = 20;
/** Servers that are told apart. */
const maxServers = 100;

/** Lets so many different values through; whatever more there are become one. */
export class BoundedValues {
  readonly #max: number;
  readonly #known = new Set<string>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether the value is one of the first. */
  admits(value: string): boolean {
    if (this.#known.has(value)) return true;
    if (this.#known.size >= this.#max) return false;
    this.#known.add(value);
    return true;
  }

  of(value: string): string {
    return this.admits(value) ? value : attributeValues.other;
  }
}

/** What one server may choose, and a metric keeps for as long as the host lives. */
export interface ServerValues {
  /** As a metric has it; undefined when the host gave none. */
  readonly serverName: string | undefined;
  readonly tools: BoundedValues;
  readonly codes: BoundedValues;
}

/** The values of all servers, by their names: those of a server that is started again and again are counted on. */
export class ValuesByServer {
  readonly #names = new BoundedValues(maxServers);
  readonly #values = new Map<string | undefined, ServerValues>();

  for(serverName: string | undefined): ServerValues {
    const name = serverName === undefined ? undefined : this.#names.of(serverName);
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const values = { serverName: name, tools: new BoundedValues(maxTools), codes: new BoundedValues(maxCodes) };
    this.#values.set(name, values);
    return values;
  }
}
