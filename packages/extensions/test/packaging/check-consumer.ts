/**
 * The package as a stranger gets it: packed, installed outside of the workspace, used from plain JavaScript and from
 * TypeScript with every check on. Run after the build: `pnpm check:package`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fixtureServer } from '@coding-agent/fixture-servers';
import { waitUntilGone } from '@coding-agent/fixture-servers/testing';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'consumer-'));

/** Runs a program in the consumer's folder; what it says on stderr is shown when it fails. */
function run(file: string, ...args: string[]): string {
  return execFileSync(file, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the packed package: ${what}`);
  process.stdout.write(`ok: ${what}\n`);
}

/** Everything in a folder, by path. */
function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function use(entry: string, how: string, ...command: [string, ...string[]]): Promise<void> {
  const server = fixtureServer({ shape: 'mcp' });
  try {
    const said = run(...command, entry, server.executable, ...server.args);
    check(said === 'echo, fail, never, exit: hello\n', `${how} calls a server through ${entry}`);
    await waitUntilGone(server.pids());
  } finally {
    server.dispose();
  }
}

try {
  const [npm, flags] = ['npm', ['--silent', '--no-audit', '--no-fund', '--offline']];
  execFileSync(npm, ['pack', '--silent', '--pack-destination', folder], { cwd: packageFolder, stdio: 'pipe' });
  const [tarball = ''] = readdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }');
  run(npm, 'install', ...flags, `./${tarball}`);

  const installed = filesIn(join(folder, 'node_modules')).filter((path) => !path.endsWith('.package-lock.json'));
  const strange = installed.filter((path) => /\.test\.|[\\/](src|test|etc)[\\/]|[^d]\.ts$/.test(path));
  check(strange.length === 0, `${installed.length} files, no sources and no tests ${strange.slice(0, 3).join(' ')}`);
  const scripts = installed.filter((path) => path.endsWith('.js')).map((path) => readFileSync(path, 'utf8'));
  const imported = scripts.flatMap((text) =>
    Array.from(text.matchAll(/^(?:im|ex)port [^;]* from ["']([^"']+)["']/gm), ([, id = '']) => id),
  );
  const foreign = imported.filter((id) => !id.startsWith('.') && !id.startsWith('node:'));
  check(imported.length > 5 && foreign.length === 0, `nothing is imported but Node ${foreign.join(' ')}`);

  cpSync(join(packageFolder, 'test/packaging/consumer'), folder, { recursive: true });
  const typesOfNode = dirname(require.resolve('@types/node/package.json'));
  cpSync(typesOfNode, join(folder, 'node_modules/@types/node'), { recursive: true, dereference: true });
  const undici = createRequire(join(typesOfNode, 'package.json')).resolve('undici-types/package.json');
  cpSync(dirname(undici), join(folder, 'node_modules/undici-types'), { recursive: true, dereference: true });
  const typescript = dirname(require.resolve('typescript/package.json'));
  run(process.execPath, join(typescript, 'bin/tsc'), '-p', '.');
  check(true, 'TypeScript takes its types, with every check on');
  for (const entry of ['@coding-agent/extensions', '@coding-agent/extensions/client']) {
    await use(entry, 'plain JavaScript', process.execPath, 'plain.js');
    await use(entry, 'TypeScript', process.execPath, 'built/typed.js');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
