import type { ToolDefinition } from '../adapter/tool-definition.ts';
import type { ToolAdapterOptions } from '../adapter/adapter-options.ts';
import { hashJson } from '../adapter/hash-json.ts';
import type { ToolList } from '../protocol/tool-list.ts';
import { createToolAdapter, type ToolAdapter } from '../tool-adapter.ts';
import type { SlimTool } from './catalogue.ts';
import { definitionHash } from './definition-hash.ts';

/** A server's tools for agents. They are of the slot: a restart changes nothing about the ones that were handed out (M-04). */
export class SlotTools {
  readonly #options: Omit<ToolAdapterOptions, 'list'>;
  #adapter: ToolAdapter | undefined;
  /** What each tool is, by its own name. */
  #hashes: ReadonlyMap<string, string> = new Map();
  #byToolName: ReadonlyMap<string, ToolDefinition> = new Map();
  #listed: ReadonlySet<string> | undefined;

  constructor(options: Omit<ToolAdapterOptions, 'list'>) {
    this.#options = options;
  }

  /** False until the server was listed once. */
  get isListed(): boolean {
    return this.#adapter !== undefined;
  }

  get tools(): readonly ToolDefinition[] {
    return this.#adapter?.tools ?? [];
  }

  /** All names on the server's last list, also of what is not offered; undefined when that list was cut. */
  get listed(): ReadonlySet<string> | undefined {
    return this.#listed;
  }

  get adapter(): ToolAdapter | undefined {
    return this.#adapter;
  }

  get rejected(): ToolAdapter['rejected'] {
    return this.#adapter?.rejected ?? [];
  }

  /** By the tool's own name. */
  get hashes(): ReadonlyMap<string, string> {
    return this.#hashes;
  }

  /** By its own name. */
  find(toolName: string): ToolDefinition | undefined {
    return this.#byToolName.get(toolName);
  }

  /** By the name for models. */
  named(name: string): ToolDefinition | undefined {
    return this.#adapter?.find(name);
  }

  /** Takes a list over; true when it brought something new. */
  publish(list: ToolList): boolean {
    const before = this.#adapter?.version;
    if (this.#adapter === undefined) this.#adapter = createToolAdapter({ ...this.#options, list });
    else this.#adapter.refresh(list);
    this.#byToolName = new Map(this.tools.map((tool) => [tool.toolName, tool]));
    const listed = list.tools
      .filter(({ name }) => this.#byToolName.has(name))
      .map((tool) => [tool.name, definitionHash(tool)] as const);
    const { tools, rejected, truncated } = list;
    this.#listed = truncated === false ? new Set([...tools, ...rejected].map(({ name = '' }) => name)) : undefined;
    // A list that was cut takes nothing away, but for what is offered no more: it could be cut for ever.
    const carried = list.truncated ? [...this.#hashes].filter(([name]) => this.#byToolName.has(name)) : [];
    this.#hashes = new Map([...carried, ...listed]);
    return this.#adapter.version !== before;
  }

  /** For the catalogue. */
  slim(): readonly SlimTool[] {
    return this.tools.map(({ name, toolName, description, permission, inputSchema, verdict }) => ({
      name,
      toolName,
      description,
      permission,
      schemaHash: hashJson(inputSchema),
      verdict,
    }));
  }
}
