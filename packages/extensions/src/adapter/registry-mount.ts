import { guarded } from '../base/guarded.ts';
import { McpClientError } from '../errors.ts';
import { registryTool, type ToolRegistry } from './registry-tool.ts';
import type { ToolDefinition } from './tool-definition.ts';
import { ToolNames } from './tool-names.ts';

interface Mounted {
  readonly definition: ToolDefinition;
  readonly takeBack: () => void;
}

/** A server's tools in a registry: all of them, or none; and later the new ones, or still the old ones. */
export class RegistryMount {
  readonly #registry: ToolRegistry;
  readonly #namespace: string;
  readonly #mounted = new Map<string, Mounted>();
  /** What is to be shown, and is not yet. */
  #next: readonly ToolDefinition[] | undefined;
  #isChanging = false;
  #isOver = false;

  constructor(registry: ToolRegistry, namespace: string) {
    this.#registry = registry;
    this.#namespace = namespace;
  }

  /** What is in the registry because of this. */
  get names(): readonly string[] {
    return [...this.#mounted.keys()];
  }

  /**
   * Makes the registry hold these tools and no others of this server. When one cannot be registered, what was done so far is
   * undone and its error comes out: the registry is as it was. A registry may tell somebody of each tool, who asks for other
   * ones, or unmounts: that is done as soon as this is.
   */
  show(definitions: readonly ToolDefinition[]): void {
    this.#next = this.#isOver ? [] : definitions;
    if (this.#isChanging) return;
    this.#isChanging = true;
    try {
      for (let next = this.#taken(); next !== undefined; next = this.#taken()) this.#change(this.#named(next));
    } finally {
      this.#isChanging = false;
      if (this.#isOver) this.#removeAll();
    }
  }

  /** Takes everything out again, once and for all. Goes on after an error of the registry, and throws the first one at the end. */
  clear(): void {
    this.#isOver = true;
    if (!this.#isChanging) this.#removeAll();
  }

  #taken(): readonly ToolDefinition[] | undefined {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }

  #change(wanted: ReadonlyMap<string, ToolDefinition>): void {
    const undo: (() => void)[] = [];
    try {
      for (const [name, { definition }] of this.#mounted) {
        if (wanted.get(name) === definition) continue;
        this.#remove(name);
        undo.push(() => this.#add(name, definition));
      }
      for (const [name, definition] of wanted) {
        if (this.#mounted.has(name)) continue;
        this.#add(name, definition);
        undo.push(() => this.#remove(name));
      }
    } catch (error) {
      for (const step of undo.toReversed()) guarded(step);
      throw error;
    }
  }

  #removeAll(): void {
    const errors: unknown[] = [];
    for (const name of this.names) {
      try {
        this.#remove(name);
      } catch (error) {
        this.#mounted.delete(name);
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  #named(definitions: readonly ToolDefinition[]): ReadonlyMap<string, ToolDefinition> {
    const serverName = this.#namespace;
    const names = new ToolNames(definitions.map(({ toolName }) => ({ serverName, toolName })));
    return new Map(
      definitions.flatMap((definition) => {
        const name = names.nameOf(serverName, definition.toolName);
        return name === undefined ? [] : [[name, definition] as const];
      }),
    );
  }

  #add(name: string, definition: ToolDefinition): void {
    const registry = this.#registry;
    const given = registry.register(registryTool(name, definition));
    if (typeof given !== 'function' && registry.unregister === undefined) {
      const message = `the registry has no unregister, and its register gave no function: ${name} stays in it`;
      throw new McpClientError('MCP_INVALID_CONFIG', message);
    }
    const takeBack = typeof given === 'function' ? () => void given() : () => void registry.unregister?.(name);
    this.#mounted.set(name, { definition, takeBack });
  }

  /** It stays in the table when the registry cannot take it out. */
  #remove(name: string): void {
    this.#mounted.get(name)?.takeBack();
    this.#mounted.delete(name);
  }
}
