import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import type { ConfigDiagnostic } from '../../../src/manager/config-problem.ts';
import { parseConfig, type ParsedConfig, type ParseOptions } from '../../../src/manager/parse-config.ts';
import type { ServerConfig } from '../../../src/manager/server-config.ts';

const configs = join(import.meta.dirname, '..', 'configs');

/** Parses a text, or an object as JSON, as if it stood in `/srv/shop`; no file exists. */
export function parse(config: unknown, options: Partial<ParseOptions> = {}): ParsedConfig {
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  return parseConfig(text, { folder: '/srv/shop', platform: 'linux', isFile: () => false, ...options });
}

/** One of the files of `test/manager/configs`, by its path in it, and what it is called there. */
export function configText(path: string): { readonly text: string; readonly file: string } {
  const file = join(configs, path);
  return { text: readFileSync(file, 'utf8'), file };
}

export function parseFile(path: string, options: Partial<ParseOptions> = {}): ParsedConfig {
  const { text, file } = configText(path);
  return parse(text, { file, ...options });
}

/** The server of this name. */
export function serverNamed({ servers }: ParsedConfig, name: string): ServerConfig {
  const found = servers.find((server) => server.name === name);
  if (found === undefined) throw new Error(`there is no server ${name}, but ${servers.map((s) => s.name).join(', ')}`);
  return found;
}

/** What was configured, without what is a default. */
export function summaryOf(config: ServerConfig): Record<string, unknown> {
  const { server, source, name: _, ...rest } = config;
  const defaults: Record<string, unknown> = {
    isEnabled: true,
    isRequired: false,
    start: 'lazy',
    era: 'auto',
    timeouts: {},
    tools: { exclude: [] },
    toolPermissions: {},
    wishes: [],
    kind: 'stdio',
    args: [],
    env: {},
    inheritEnv: [],
    headers: {},
    headersFromEnv: {},
    folder: '/srv/shop',
  };
  const all = { ...server, ...rest, folder: source.folder };
  const said = Object.entries(all).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(defaults[key]));
  return Object.fromEntries(said);
}

export function summaries({ servers }: ParsedConfig): Record<string, unknown> {
  return Object.fromEntries(servers.map((server) => [server.name, summaryOf(server)]));
}

/** The diagnostics of a kind, as `pointer: message`. */
export function said({ diagnostics }: ParsedConfig, kind: ConfigDiagnostic['kind']): string[] {
  return diagnostics.filter((one) => one.kind === kind).map(({ pointer, message }) => `${pointer}: ${message}`);
}
