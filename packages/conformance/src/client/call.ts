import type { McpClient } from '@coding-agent/extensions';

/** Calls a tool, which has to succeed. */
export async function call(
  client: McpClient,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const result = await client.callTool(name, args);
  if (result.isError) throw new Error(`${name} failed: ${JSON.stringify(result.content)}`);
}
