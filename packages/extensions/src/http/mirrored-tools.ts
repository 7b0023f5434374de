import { isJsonObject, type JsonObject } from '../wire/message.ts';
import { mirroredArguments, mirroredValue, type MirroredArgument } from '../wire/mirrored-arguments.ts';

/** So many tools with arguments in headers are known at most; the one listed longest ago is forgotten first. */
const maxTools = 10_000;

/** Which arguments of which tool go into headers, as the lists of the server that came by have said. */
export class MirroredTools {
  readonly #tools = new Map<string, readonly MirroredArgument[]>();

  /** A page of `tools/list` came. */
  listed(result: JsonObject): void {
    const { tools } = result;
    if (!Array.isArray(tools)) return;
    for (const tool of tools as unknown[]) {
      if (!isJsonObject(tool) || typeof tool['name'] !== 'string') continue;
      const schema = tool['inputSchema'];
      const read = isJsonObject(schema) ? mirroredArguments(schema) : { value: [] };
      this.#tools.delete(tool['name']);
      // One that is wrong is never called: the list is read by the same rule.
      if ('value' in read && read.value.length > 0) this.#keep(tool['name'], read.value);
    }
  }

  /** The headers of a call, without their prefix. */
  headersOf({ name, arguments: args }: JsonObject): [name: string, value: string][] {
    const mirrored = typeof name === 'string' && isJsonObject(args) ? this.#tools.get(name) : undefined;
    return (mirrored ?? []).flatMap(({ name: header, path }) => {
      const value = mirroredValue(isJsonObject(args) ? args : {}, path);
      return value === undefined ? [] : [[header, value] satisfies [string, string]];
    });
  }

  #keep(name: string, mirrored: readonly MirroredArgument[]): void {
    this.#tools.set(name, mirrored);
    if (this.#tools.size <= maxTools) return;
    for (const oldest of this.#tools.keys()) {
      this.#tools.delete(oldest);
      return;
    }
  }
}
