import type { ServerConfig, StdioServer } from '../../../src/manager/server-config.ts';
import { stdioConfig } from './server-configs.ts';

/** The configuration of a server that is started, with what a test says otherwise. Its tools may be called without a question. */
export function serverConfig(
  name: string,
  { server, ...others }: Partial<Omit<ServerConfig, 'server'>> & { readonly server?: Partial<StdioServer> } = {},
): ServerConfig {
  const source = { pointer: `/mcpServers/${name}`, dialect: 'own', folder: process.cwd() } as const;
  const rest = { name, source, permission: 'execute', ...others } as const;
  return stdioConfig({ executable: process.execPath, ...server }, rest);
}
