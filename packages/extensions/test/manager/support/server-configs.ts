import { tmpdir } from 'node:os';
import type { HttpServer, ServerConfig, StdioServer } from '../../../src/manager/server-config.ts';

/** A program that is read quickly, and interprets nothing. */
const smallProgram = process.platform === 'win32' ? process.execPath : '/bin/cat';

/** A server that is started: `server` and the rest of the configuration, over what stands there when nobody says anything. */
export function stdioConfig(server: Partial<StdioServer> = {}, rest: Partial<ServerConfig> = {}): ServerConfig {
  const { executable = smallProgram, args = [], env = {}, inheritEnv = [], ...others } = server;
  return { ...plain, server: { kind: 'stdio', executable, args, env, inheritEnv, ...others }, ...rest };
}

/** A server that is reached. */
export function httpConfig(server: Partial<HttpServer> = {}, rest: Partial<ServerConfig> = {}): ServerConfig {
  const { url = 'https://mcp.example/', headers = {}, headersFromEnv = {}, ...others } = server;
  return { ...plain, server: { kind: 'http', url, headers, headersFromEnv, ...others }, ...rest };
}

const plain: Omit<ServerConfig, 'server'> = {
  name: 'example',
  source: { pointer: '/mcpServers/example', dialect: 'own', folder: tmpdir() },
  isEnabled: true,
  isRequired: false,
  start: 'lazy',
  era: 'auto',
  timeouts: {},
  tools: { exclude: [] },
  toolPermissions: {},
  wishes: [],
};
