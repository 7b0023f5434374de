import type { ToolResult } from '@coding-agent/extensions';
import { expect } from 'vitest';
import type { Session } from './session.ts';

/** A call, and what its answer must hold; an answer is expected to be no error unless it says so. */
interface ToolCall {
  readonly tool: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Partial<Record<keyof ToolResult, unknown>>>;
}

/** A tool that cannot be called here. */
interface LeftOut {
  readonly tool: string;
  readonly because: string;
}

export type ToolTable = readonly (ToolCall | LeftOut)[];

/** Lists the tools and calls each of them, in the order of the table. Fails for a tool that only the list or the table has. */
export async function expectEveryTool({ client }: Pick<Session, 'client'>, table: ToolTable): Promise<void> {
  const { tools, rejected, truncated } = await client.listTools();
  expect({ rejected, truncated }).toEqual({ rejected: [], truncated: false });
  const listed = tools.map(({ name }) => name).toSorted();
  expect([...new Set(table.map(({ tool }) => tool))].toSorted()).toEqual(listed);
  for (const entry of table) {
    if ('because' in entry) continue;
    const result = await client.callTool(entry.tool, entry.args);
    expect(result, `${entry.tool} ${JSON.stringify(entry.args ?? {})}`).toMatchObject({
      isError: false,
      ...entry.answer,
    });
  }
}

/** The content of an answer that is one text: the whole, or what it must match. */
export function text(expected: string | RegExp): unknown[] {
  return [{ type: 'text', text: typeof expected === 'string' ? expected : expect.stringMatching(expected) }];
}
