import { isJsonObject, type JsonObject } from '../wire/message.ts';
import { mirroredArguments, mirroredValue, type MirroredArgument } from '../wire/mirrored-arguments.ts';

/** So many tools with arguments in headers are known at most; the one listed longest ago is forgotten first. */
const maxTools = 10_000;

/** … and so many characters of them: names of tools, headers and arguments. */
const maxCharacters = 4 * 1024 * 1024;

interface Known {
  readonly mirrored: readonly MirroredArgument[];
  readonly characters: number;
}

/** Which arguments of which tool go into headers, as the lists of the server that came by have said. */
export class MirroredTools {
  readonly #tools = new Map<string, Known>();
  #characters = 0;

  /** A page of `tools/list` came. */
  listed(result: JsonObject): void {
    const { tools } = result;
    if (!Array.isArray(tools)) return;
    for (const tool of tools as unknown[]) {
      if (!isJsonObject(tool) || typeof tool['name'] !== 'string') continue;
      const schema = tool['inputSchema'];
      const read = isJsonObject(schema) ? mirroredArguments(schema) : { value: [] };
      this.#forget(tool['name']);
      // One that is wrong is never called: the list is read by the same rule.
      if ('value' in read && read.value.length > 0) this.#keep(tool['name'], read.value);
    }
  }

  /** The headers of a call, without their prefix. */
  headersOf({ name, arguments: args }: JsonObject): [name: string, value: string][] {
    const known = typeof name === 'string' && isJsonObject(args) ? this.#tools.get(name) : undefined;
    return (known?.mirrored ?? []).flatMap(({ name: header, path }) => {
      const value = mirroredValue(isJsonObject(args) ? args : {}, path);
      return value === undefined ? [] : [[header, value] satisfies [string, string]];
    });
  }

  #keep(name: string, mirrored: readonly MirroredArgument[]): void {
    const texts = [name, ...mirrored.flatMap((argument) => [argument.name, ...argument.path])];
    const characters = texts.reduce((sum, text) => sum + text.length, 0);
    this.#tools.set(name, { mirrored, characters });
    this.#characters += characters;
    for (const oldest of this.#tools.keys()) {
      if (this.#tools.size <= maxTools && this.#characters <= maxCharacters) return;
      this.#forget(oldest);
    }
  }

  #forget(name: string): void {
    this.#characters -= this.#tools.get(name)?.characters ?? 0;
    this.#tools.delete(name);
  }
}
