// A consumer with types: what it uses must be exported, and mean what it says.
import {
  McpClient,
  McpClientError,
  type CallOptions,
  type ErrorCode,
  type Handshake,
  type ToolResult,
} from '@coding-agent/extensions';
import { McpClient as ClientAlone, type McpClientOptions } from '@coding-agent/extensions/client';

const [entry, executable = '', ...args] = process.argv.slice(2);
const options: McpClientOptions = { executable, args, era: 'auto', onDiagnostic: ({ kind }) => void kind };
const Client: typeof McpClient = entry === '@coding-agent/extensions/client' ? ClientAlone : McpClient;

async function call(client: McpClient, value: string): Promise<string> {
  const terms: CallOptions = { timeoutMs: 5_000, onProgress: ({ progress }) => void progress };
  const result: ToolResult = await client.callTool('echo', { value }, terms);
  return result.content.map((block) => (block.type === 'text' ? block.text : block.type)).join('');
}

await using client = await Client.open(options);
const server: Handshake | undefined = client.server;
const { tools } = await client.listTools();
process.stdout.write(`${tools.map(({ name }) => name).join(', ')}: ${await call(client, 'hello')}\n`);
const code: ErrorCode | undefined = await client.callTool('nothing').then(
  () => undefined,
  (error: unknown) => (error instanceof McpClientError ? error.code : undefined),
);
if (code !== 'MCP_UNKNOWN_TOOL' || server?.era !== 'legacy') process.exitCode = 1;
