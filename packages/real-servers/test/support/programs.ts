import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How a server is started. The first argument is its script: by it the process is recognised from outside. */
export interface Program {
  readonly executable: string;
  readonly args: readonly [string, ...string[]];
}

const require = createRequire(import.meta.url);

/** A server of the registry, by the program that its package names, as it was published. */
function published(manifestPath: string, ...args: string[]): Program {
  const { bin } = JSON.parse(readFileSync(manifestPath, 'utf8')) as { bin: Record<string, string> };
  const [script] = Object.values(bin);
  if (script === undefined) throw new Error(`${manifestPath} names no program`);
  return { executable: process.execPath, args: [join(dirname(manifestPath), script), ...args] };
}

/** A script of `server/`, which uses the SDK. */
export function written(script: string, ...args: string[]): Program {
  return { executable: process.execPath, args: [scriptPath(script), ...args] };
}

export const everything = published(require.resolve('@modelcontextprotocol/server-everything/package.json'));
export const memory = published(require.resolve('@modelcontextprotocol/server-memory/package.json'));
export const sequentialThinking = published(
  require.resolve('@modelcontextprotocol/server-sequential-thinking/package.json'),
);
export const filesystem = (...folders: string[]): Program =>
  published(require.resolve('@modelcontextprotocol/server-filesystem/package.json'), ...folders);

export const sdkOfBothEras = written('serve-stdio.mjs');
export const sdkModernOnly = written('serve-stdio.mjs', '--modern-only');
export const sdkLegacy = written('connect.mjs');
export const sdkWithBanner = written('banner.mjs');
export const python: Program = { executable: 'python3', args: [scriptPath('stdlib_server.py')] };

/** Where there is none, its tests are skipped, and say so. */
export const hasPython = spawnSync('python3', ['--version']).status === 0;

function scriptPath(script: string): string {
  return fileURLToPath(new URL(`../../server/${script}`, import.meta.url));
}
