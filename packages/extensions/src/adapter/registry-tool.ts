import type { JsonObject } from '../wire/message.ts';
import type { ExecuteOptions, Permission, ToolDefinition } from './tool-definition.ts';
import type { ToolOutcome } from './tool-outcome.ts';

/** A tool in an agent's registry, in the simple form: text comes back, or an error. */
export interface RegistryTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly permission: Permission;
  /**
   * The text of the outcome: all text blocks, joined by newlines.
   *
   * @throws ToolFailedError with the same text, when the tool says that it failed; else as `ToolDefinition.execute`
   */
  execute(args: Readonly<Record<string, unknown>>, options?: ExecuteOptions): Promise<string>;
}

/** The registry of an agent, as much of it as is needed. */
export interface ToolRegistry {
  /** A function that comes back takes the tool out again; anything else that comes back is not looked at. Throws if it cannot. */
  register(tool: RegistryTool): unknown;
  /** Takes a tool out, where `register` gives no function for that. */
  unregister?(name: string): unknown;
}

/** The tool ran, and says that it failed. The message is its text: untrusted, bounded. */
export class ToolFailedError extends Error {
  override readonly name: string = 'ToolFailedError';
  readonly outcome: ToolOutcome;

  constructor(outcome: ToolOutcome) {
    super(outcome.text === '' ? 'the tool failed, and does not say why' : outcome.text);
    this.outcome = outcome;
  }
}

export function registryTool(name: string, definition: ToolDefinition): RegistryTool {
  const { description, inputSchema, permission } = definition;
  return {
    name,
    description,
    inputSchema,
    permission,
    async execute(args, options) {
      const outcome = await definition.execute(args, options);
      if (outcome.isError) throw new ToolFailedError(outcome);
      return outcome.text;
    },
  };
}
