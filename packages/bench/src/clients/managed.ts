import { McpManager } from '@coding-agent/extensions';
import type { Adapter, ServerCommand } from './bench-client.ts';

/** The manager: each call is found, allowed by a policy, checked against the tool's schema, and its result bounded. */
async function manage(servers: readonly ServerCommand[], catalogueFile?: string): Promise<McpManager> {
  const entries = servers.map(({ executable, args }, index) => [
    `server${index}`,
    { command: executable, args, permission: 'execute' },
  ]);
  const { manager, problems } = await McpManager.fromConfig(
    { text: JSON.stringify({ mcpServers: Object.fromEntries(entries) }), folder: process.cwd(), dialect: 'own' },
    { approvals: 'not-needed', policy: () => ({ decision: 'allow' }), maxProcesses: servers.length, catalogueFile },
  );
  const [problem] = problems;
  if (problem !== undefined) throw new Error(problem.message);
  return manager;
}

export const adapter: Adapter = {
  framing: 'newline',
  create: (server) => {
    let manager: McpManager | undefined;
    const ready = (): McpManager => {
      if (manager === undefined) throw new Error('not connected');
      return manager;
    };
    return {
      connect: async () => {
        manager = await manage([server]);
        await manager.tools();
      },
      call: (tool, args, options) => ready().call({ server: 'server0', tool }, args, options),
      list: () => ready().tools(),
      close: () => ready().close(),
    };
  },
  createMany: async (servers, catalogueFile) => {
    const manager = await manage(servers, catalogueFile);
    return {
      prepare: async () => {
        await manager.start();
      },
      call: (index, tool, args) => manager.call({ server: `server${index}`, tool }, args),
      countTools: async () => (await manager.tools({ timeoutMs: 60_000 })).tools.length,
      countKnownTools: async () => {
        const { servers: known } = await manager.tools({ start: false });
        return known.reduce((sum, { tools, known: slim }) => sum + (slim?.tools.length ?? tools), 0);
      },
      // Time for the file too: the next one reads what is known from it.
      close: () => manager.close({ deadlineMs: 60_000 }),
    };
  },
};
