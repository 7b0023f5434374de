import type { Tool } from '../../src/protocol/tool.ts';
import type { ToolList } from '../../src/protocol/tool-list.ts';
import type { ContentBlock, ToolResult } from '../../src/protocol/tool-result.ts';
import type { ToolSource } from '../../src/adapter/tool-source.ts';
import type { ToolAdapterOptions } from '../../src/adapter/adapter-options.ts';
import type { ToolOutcome } from '../../src/adapter/tool-outcome.ts';
import { createToolAdapter, type ToolAdapter } from '../../src/tool-adapter.ts';

/** A tool as the client hands it on. */
export function tool(name: string, rest: Partial<Tool> = {}): Tool {
  return { name, description: `The tool ${name}.`, inputSchema: { type: 'object' }, ...rest };
}

export function listOf(...tools: readonly Tool[]): ToolList {
  return { tools, rejected: [], truncated: false };
}

export function textResult(text: string, rest: Partial<ToolResult> = {}): ToolResult {
  return { content: [{ type: 'text', text }], isError: false, ...rest };
}

export function contentResult(...content: readonly ContentBlock[]): ToolResult {
  return { content, isError: false };
}

/** A call that reached the source. */
interface MadeCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly options: Parameters<ToolSource['callTool']>[2];
}

export interface AdapterBench {
  readonly adapter: ToolAdapter;
  /** What was sent. */
  readonly calls: readonly MadeCall[];
}

/** An adapter on a source that answers by a function; what it may do is stated, unless the options say otherwise. */
export function adapterBench(
  tools: readonly Tool[],
  answer: (name: string, args: Readonly<Record<string, unknown>>) => ToolResult | Promise<ToolResult> = () =>
    textResult('done'),
  options: Partial<ToolAdapterOptions> = {},
): AdapterBench {
  const calls: MadeCall[] = [];
  const source: ToolSource = {
    async callTool(name, args, callOptions) {
      calls.push({ name, args, options: callOptions });
      return answer(name, args);
    },
  };
  const allowed = { permission: 'execute', policy: () => ({ decision: 'allow' as const }) } as const;
  const adapter = createToolAdapter({ serverName: 'files', source, list: listOf(...tools), ...allowed, ...options });
  return { adapter, calls };
}

/** What a call comes to when the server answers so. */
export async function outcomeFor(
  result: ToolResult,
  options: Partial<ToolAdapterOptions> = {},
  rest: Partial<Tool> = {},
): Promise<ToolOutcome> {
  const { adapter } = adapterBench([tool('a', rest)], () => result, options);
  const outcome = await adapter.tools[0]?.execute({});
  if (outcome === undefined) throw new Error(`there is no tool: ${JSON.stringify(adapter.rejected)}`);
  return outcome;
}
