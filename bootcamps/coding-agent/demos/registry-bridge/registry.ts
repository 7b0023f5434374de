import type { RegistryTool, ToolRegistry } from '@coding-agent/extensions';

/** The tools of an agent, by the names that its model says. It knows nothing of servers. */
export class Registry implements ToolRegistry {
  readonly #tools = new Map<string, RegistryTool>();

  get names(): string[] {
    return [...this.#tools.keys()];
  }

  /** Gives a function that takes the tool out again. Throws for a name that is taken. */
  register(tool: RegistryTool): () => void {
    if (this.#tools.has(tool.name)) throw new Error(`there is a tool ${tool.name} already`);
    this.#tools.set(tool.name, tool);
    return () => void this.#tools.delete(tool.name);
  }

  /** Runs a tool. Rejects with what the tool throws, and for a name that no tool has. */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
    const tool = this.#tools.get(name);
    if (tool === undefined) throw new Error(`there is no tool ${name}`);
    return tool.execute(args, { timeoutMs: 30_000 });
  }
}
