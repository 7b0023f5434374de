import type { Adapter, BenchClient, CallOptions, ToolAnswer } from './bench-client.ts';
import { requestOptions } from './request-options.ts';

/**
 * The package is optional, because it declares a newer Node than this repository needs: so it is imported by a name that
 * the compiler does not follow, and the part that is used is written down here.
 */
interface AiSdk {
  createMCPClient: (config: { transport: unknown }) => Promise<{
    callTool(call: { name: string; arguments: Record<string, unknown>; options: object }): Promise<ToolAnswer>;
    listTools(): Promise<{ tools: readonly unknown[] }>;
    close(): Promise<void>;
  }>;
}
interface AiSdkStdio {
  StdioMCPTransport: new (server: { command: string; args: string[] }) => object;
}

const packageName: string = '@ai-sdk/mcp';
const { createMCPClient } = (await import(packageName)) as AiSdk;
const { StdioMCPTransport } = (await import(`${packageName}/mcp-stdio`)) as AiSdkStdio;

export const adapter: Adapter = {
  framing: 'newline',
  create: ({ executable, args }): BenchClient => {
    let made: Awaited<ReturnType<typeof createMCPClient>> | undefined;
    const client = (): NonNullable<typeof made> => {
      if (!made) throw new Error('connect first');
      return made;
    };
    return {
      connect: async () => {
        made = await createMCPClient({
          transport: new StdioMCPTransport({ command: executable, args: [...args] }),
        });
      },
      call: (name, given, options: CallOptions = {}) =>
        client().callTool({ name, arguments: given, options: requestOptions(options) }),
      list: () => client().listTools(),
      close: () => client().close(),
    };
  },
};
