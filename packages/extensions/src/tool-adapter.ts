import {
  resolveAdapterOptions,
  type ResolvedAdapterOptions,
  type ToolAdapterOptions,
} from './adapter/adapter-options.ts';
import type { RejectedTool } from './adapter/judge-tools.ts';
import { RefreshLoop } from './adapter/refresh-loop.ts';
import { RegistryMount } from './adapter/registry-mount.ts';
import type { ToolRegistry } from './adapter/registry-tool.ts';
import { changesBetween, isNothing, type ToolChanges } from './adapter/tool-changes.ts';
import type { ToolDefinition } from './adapter/tool-definition.ts';
import { ToolExecution } from './adapter/tool-execution.ts';
import type { ToolFeed } from './adapter/tool-source.ts';
import { readTable, type TableTerms, type ToolTable } from './adapter/tool-table.ts';
import { systemClock, type Clock } from './base/clock.ts';
import { guarded } from './base/guarded.ts';
import { McpClientError } from './errors.ts';
import type { ToolList } from './protocol/tool-list.ts';
import { wordsOf } from './wire/printable.ts';

/** Tools of a server in a registry. */
export interface Mount {
  /** Their names there, as it is now. */
  readonly names: readonly string[];
  /** Takes them out, once and for all. Throws what the registry throws, after all were tried. */
  unmount(): void;
}

/**
 * The tools of one server as an agent's tools: named for models, checked, permitted by the configuration, bounded.
 *
 * | resource                       | owner             | given back by                           |
 * | ------------------------------ | ----------------- | --------------------------------------- |
 * | the source, the feed           | the host          | nothing here closes them                |
 * | listening to a feed, its timer | `follow`          | the function that it gives              |
 * | tools in a registry            | `mountToRegistry` | `unmount()`                             |
 * | a `ToolDefinition`             | the host          | it holds names: it may be kept for ever |
 */
export class ToolAdapter {
  readonly serverName: string;
  readonly #options: ResolvedAdapterOptions;
  readonly #terms: TableTerms;
  readonly #mounts = new Set<RegistryMount>();
  readonly #listeners = new Set<(changes: ToolChanges) => unknown>();
  #table: ToolTable;
  #version = 1;

  /** Use `createToolAdapter`. */
  constructor(options: ToolAdapterOptions) {
    this.#options = resolveAdapterOptions(options);
    const { serverName, permissions, includes, limits } = this.#options;
    this.serverName = serverName;
    const calls = new ToolExecution(this.#options, (toolName) => this.#table.entries.get(toolName));
    const executeOf =
      (toolName: string): ToolDefinition['execute'] =>
      (args, request) =>
        calls.execute(toolName, args, request);
    this.#terms = { serverName, permissions, includes, limits, executeOf };
    this.#table = readTable(options.list, this.#terms);
  }

  /** The tools that an agent may have, in the order of the list. A snapshot: a change makes a new one. */
  get tools(): readonly ToolDefinition[] {
    return Array.from(this.#table.entries.values(), ({ definition }) => definition);
  }

  /** Tools that are left out, each with the reason. */
  get rejected(): readonly RejectedTool[] {
    return this.#table.rejected;
  }

  /** Counts the changes of `tools`, from 1. */
  get version(): number {
    return this.#version;
  }

  /** The tool with this name, as a model says it. Undefined: there is none, and nothing that a model makes up is called. */
  find(name: string): ToolDefinition | undefined {
    const key = this.#table.names.find(name);
    return key === undefined ? undefined : this.#table.entries.get(key.toolName)?.definition;
  }

  /**
   * Takes a new list over. Definitions of tools that are the same stay the same objects; those of tools that are gone fail
   * with `MCP_UNKNOWN_TOOL`; those of tools that changed go on with what the tool is now. Mounts and listeners are told.
   */
  refresh(list: ToolList): ToolChanges {
    const before = this.#table;
    this.#table = readTable(list, this.#terms, before);
    const changes = changesBetween(before.entries, this.#table.entries);
    // Also when nothing changed: a registry that refused the last change may take it now.
    for (const mount of this.#mounts) this.#show(mount);
    if (isNothing(changes)) return changes;
    this.#version += 1;
    const failed = (): void => this.#diagnose('a listener to changes of tools failed');
    for (const listener of this.#listeners) guarded(() => listener(changes), failed);
    return changes;
  }

  /** Hears of changes until the returned function is called. The listener may throw. */
  onChange(listener: (changes: ToolChanges) => unknown): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Reads the list again when the server says that it changed, or could not say so for a while, until the returned function is
   * called; once at the beginning too, since a change may have come before anybody listened. See `RefreshLoop` for how often.
   */
  follow(feed: ToolFeed, { clock = systemClock }: { readonly clock?: Clock } = {}): () => void {
    const loop = new RefreshLoop({
      clock,
      list: (signal) => feed.listTools({ signal }),
      publish: (list) => !isNothing(this.refresh(list)),
      failed: (error) =>
        this.#diagnose(`the list of tools could not be read again: ${wordsOf(error, 'nobody says why')}`),
    });
    const forget = [
      feed.onNotification((method) => {
        if (method === 'notifications/tools/list_changed') loop.changed();
      }),
      feed.onMissedChanges?.(() => loop.changed()),
    ];
    loop.changed();
    return () => {
      for (const one of forget) one?.();
      loop.stop();
    };
  }

  /**
   * Registers all tools, named after the namespace, or none of them; a change of the tools changes the registry as well,
   * until `unmount()`.
   *
   * @throws what the registry throws; McpClientError `MCP_INVALID_CONFIG` for a registry that could not give them back
   */
  mountToRegistry(registry: ToolRegistry, namespace: string = this.serverName): Mount {
    if (typeof namespace !== 'string' || namespace === '') {
      throw new McpClientError('MCP_INVALID_CONFIG', 'the namespace should be a string, and not empty');
    }
    const mount = new RegistryMount(registry, namespace);
    // Before it is shown: who hears of its first tool may refresh the list.
    this.#mounts.add(mount);
    try {
      mount.show(this.tools);
    } catch (error) {
      this.#mounts.delete(mount);
      throw error;
    }
    return {
      get names() {
        return mount.names;
      },
      unmount: () => {
        if (this.#mounts.delete(mount)) mount.clear();
      },
    };
  }

  #show(mount: RegistryMount): void {
    try {
      mount.show(this.tools);
    } catch (error) {
      this.#diagnose(`the registry kept the tools that it had: ${wordsOf(error, 'it does not say why')}`);
    }
  }

  #diagnose(message: string): void {
    guarded(() => this.#options.onDiagnostic({ kind: 'handler-failed', message: `${this.serverName}: ${message}` }));
  }
}

/**
 * Makes an agent's tools of a server's.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`
 */
export function createToolAdapter(options: ToolAdapterOptions): ToolAdapter {
  return new ToolAdapter(options);
}
