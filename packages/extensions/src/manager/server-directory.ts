import type { ToolDefinition } from '../adapter/tool-definition.ts';
import { errorFrom, McpClientError } from '../errors.ts';
import { isJsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';
import type { Catalogue } from './catalogue.ts';
import type { ManagedEntry } from './managed-entry.ts';

/** A tool: by the name of its server and its own, or by the name that models have for it. */
export type ToolReference = string | { readonly server: string; readonly tool: string };

/** The servers of a manager by name, and whose a tool is. */
export class ServerDirectory {
  readonly #entries: ReadonlyMap<string, ManagedEntry>;
  readonly #catalogue: Catalogue;

  /** @throws McpClientError `MCP_INVALID_CONFIG` for a name that is there twice */
  constructor(entries: readonly ManagedEntry[], catalogue: Catalogue) {
    this.#entries = new Map(entries.map((entry) => [entry.config.name, entry]));
    this.#catalogue = catalogue;
    if (this.#entries.size < entries.length) {
      throw new McpClientError('MCP_INVALID_CONFIG', 'two servers have the same name: rename one of them');
    }
  }

  get all(): readonly ManagedEntry[] {
    return [...this.#entries.values()];
  }

  /** @throws McpClientError `MCP_INVALID_PARAMS`, naming the servers that there are */
  require(name: string): ManagedEntry {
    const entry = this.#entries.get(name);
    if (entry !== undefined) return entry;
    const known = [...this.#entries.keys()].map((one) => printable(one, 64)).join(', ');
    const what = typeof name === 'string' ? JSON.stringify(printable(name, 64)) : `of type ${typeof name}`;
    const message = `there is no server ${what}; there are ${known || 'none'}`;
    throw new McpClientError('MCP_INVALID_PARAMS', message, { outcome: 'not-sent' });
  }

  /** Those with these names, else all that the configuration enables, in its order. */
  choose(names: readonly string[] | undefined): readonly ManagedEntry[] {
    if (names === undefined) return this.all.filter(({ config }) => config.isEnabled);
    if (!Array.isArray(names)) {
      throw new McpClientError('MCP_INVALID_PARAMS', 'servers should be a list of names', { outcome: 'not-sent' });
    }
    const wanted = new Set(names.map((name) => this.require(name)));
    return this.all.filter((entry) => wanted.has(entry));
  }

  /**
   * The tool of a reference. A server that was not listed yet is started for it, when it is known to be the one.
   *
   * @throws McpClientError `MCP_UNKNOWN_TOOL`, `MCP_INVALID_PARAMS`, or why the server could not be started
   */
  async tool(reference: ToolReference, signal: AbortSignal | undefined): Promise<ToolDefinition> {
    const listed = this.listed(reference);
    if (listed !== undefined) return listed;
    if (typeof reference === 'string') return this.#named(reference, signal);
    const { server } = this.require(reference.server);
    if (!server.tools.isListed) await server.start(signal);
    return server.tools.find(reference.tool) ?? unknownTool(reference.tool);
  }

  /**
   * The tool of a reference, of a server that was listed.
   *
   * @throws McpClientError `MCP_INVALID_PARAMS` for a server that does not exist
   */
  listed(reference: ToolReference): ToolDefinition | undefined {
    if (typeof reference !== 'string') {
      requireReference(reference);
      return this.require(reference.server).server.tools.find(reference.tool);
    }
    for (const { server } of this.#entries.values()) {
      const tool = server.tools.named(reference);
      if (tool !== undefined) return tool;
    }
    return undefined;
  }

  async #named(name: string, signal: AbortSignal | undefined): Promise<ToolDefinition> {
    // Names are not taken apart: whose it is, only a list says, of now or of earlier.
    const owner = this.#catalogue.ownerOf(name);
    const entry = owner === undefined ? undefined : this.#entries.get(owner.serverName);
    if (entry === undefined || entry.server.tools.isListed) return unknownTool(name, this.#unlistedHint());
    await entry.server.start(signal);
    return entry.server.tools.named(name) ?? unknownTool(name);
  }

  /** A name for models is known by a list alone: a host that has not asked for tools yet is told so. */
  #unlistedHint(): string {
    const unlisted = this.choose(undefined).filter(({ server }) => !server.tools.isListed);
    if (unlisted.length === 0) return '';
    const names = unlisted.map(({ config }) => printable(config.name, 64)).join(', ');
    return `; not listed yet: ${names}. Ask for tools() first, or say { server, tool }`;
  }
}

/** A host in JavaScript may have other names for the two. */
function requireReference(reference: unknown): void {
  if (isJsonObject(reference) && typeof reference['server'] === 'string' && typeof reference['tool'] === 'string')
    return;
  const message = 'a tool is called by its name for models, or as { server, tool }';
  throw new McpClientError('MCP_INVALID_PARAMS', message, { method: 'tools/call', outcome: 'not-sent' });
}

function unknownTool(name: string, hint: string = ''): never {
  const message = `there is no tool ${JSON.stringify(printable(name, 64))}${hint}`;
  throw errorFrom({ code: 'MCP_UNKNOWN_TOOL', message, method: 'tools/call', outcome: 'not-sent' });
}
