import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fixtureServer, type FixtureOptions, type FixtureServer } from '@coding-agent/fixture-servers';
import type { TestContext } from 'vitest';
import type { SandboxFolder } from './sandbox-folder.ts';

/** An entry of a configuration. */
export interface Entry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const require = createRequire(import.meta.url);

/** The official servers, as they were published. */
const manifests = {
  everything: require.resolve('@modelcontextprotocol/server-everything/package.json'),
  filesystem: require.resolve('@modelcontextprotocol/server-filesystem/package.json'),
  memory: require.resolve('@modelcontextprotocol/server-memory/package.json'),
  'sequential-thinking': require.resolve('@modelcontextprotocol/server-sequential-thinking/package.json'),
};

/** One of them, by the program that its package names. */
export function official(name: keyof typeof manifests, folder: SandboxFolder, ...args: string[]): Entry {
  const manifestPath = manifests[name];
  const { bin } = JSON.parse(readFileSync(manifestPath, 'utf8')) as { bin: Record<string, string> };
  const [script] = Object.values(bin);
  if (script === undefined) throw new Error(`${manifestPath} names no program`);
  return { command: process.execPath, args: [join(dirname(manifestPath), script), ...args], env: marked(folder) };
}

/** A fixture server and its entry; its journal is gone after the test. */
export function fixture(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  folder: SandboxFolder,
  options: FixtureOptions = {},
): { readonly server: FixtureServer; readonly entry: Entry } {
  const server = fixtureServer({ shape: 'mcp', ...options });
  onTestFinished(() => server.dispose());
  return { server, entry: { command: server.executable, args: server.args, env: marked(folder) } };
}

function marked({ mark }: SandboxFolder): Record<string, string> {
  return { MCP_CLI_TEST: mark };
}
