import type { ServerConfig, StdioServer } from '../../../src/manager/server-config.ts';

/** The configuration of a server that is started, with what a test says otherwise. Its tools may be called without a question. */
export function serverConfig(
  name: string,
  { server, ...others }: Partial<Omit<ServerConfig, 'server'>> & { readonly server?: Partial<StdioServer> } = {},
): ServerConfig {
  return {
    name,
    source: { pointer: `/mcpServers/${name}`, dialect: 'own', folder: process.cwd() },
    server: { kind: 'stdio', executable: process.execPath, args: [], env: {}, inheritEnv: [], ...server },
    isEnabled: true,
    isRequired: false,
    start: 'lazy',
    era: 'auto',
    timeouts: {},
    tools: { exclude: [] },
    permission: 'execute',
    toolPermissions: {},
    wishes: [],
    ...others,
  };
}
