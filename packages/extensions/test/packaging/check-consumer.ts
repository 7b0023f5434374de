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

/** A package of the workspace, beside the consumer's, without what its authors need to work on it. */
function copyOf(name: string): string {
  const copy = join(folder, 'copies', name);
  cpSync(join(packageFolder, 'node_modules', name), copy, { recursive: true, dereference: true });
  const manifest = join(copy, 'package.json');
  const { name: _, version, ...rest } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, unknown>;
  const { type, main, module, exports, types, dependencies = {} } = rest;
  writeFileSync(manifest, JSON.stringify({ name, version, type, main, module, exports, types, dependencies }));
  return `./copies/${name}`;
}

/** What a script of the package imports from elsewhere, itself or by the scripts that it imports. */
function importedBy(script: string, seen: Set<string> = new Set()): string[] {
  if (seen.has(script)) return [];
  seen.add(script);
  const text = readFileSync(script, 'utf8');
  const ids = Array.from(text.matchAll(/^(?:im|ex)port (?:[^;]* from )?["']([^"']+)["']/gm), ([, id = '']) => id);
  const local = ids.filter((id) => id.startsWith('.'));
  const foreign = ids.filter((id) => !id.startsWith('.') && !id.startsWith('node:'));
  return [...foreign, ...local.flatMap((id) => importedBy(join(dirname(script), id), seen))];
}

/** `zod/mini` is of `zod`, `@scope/name/part` of `@scope/name`. */
function packageOf(id: string): string {
  return id.split('/', id.startsWith('@') ? 2 : 1).join('/');
}

/** Everything in a folder, by path. */
function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** What of HTTP was loaded: parts of Node by their names, and our own transport. */
function httpOf(said: string): string[] {
  const parts = Array.from(said.matchAll(/^node NativeModule _?(https?|tls)\b/gm), ([, name = '']) => name);
  return [...parts, ...(/^module .*\/http-transport-\w+\.js$/m.test(said) ? ['http-transport'] : [])];
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
  const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly peerDependencies: Readonly<Record<string, string>>;
  };
  const dependencies = Object.keys(manifest.dependencies);
  // pnpm puts the versions of the catalog in.
  execFileSync('pnpm', ['pack', '--pack-destination', folder], { cwd: packageFolder, stdio: 'pipe' });
  const [tarball = ''] = readdirSync(folder);
  // Offline: what it needs is copied from the workspace, and npm checks that these are the versions it asks for.
  const copies = Object.fromEntries(dependencies.map((name) => [name, `file:${copyOf(name)}`]));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module', dependencies: copies }),
  );
  run(npm, 'install', ...flags, `./${tarball}`);

  const installed = join(folder, 'node_modules/@coding-agent/extensions');
  const files = filesIn(installed);
  const strange = files.filter((path) =>
    /\.test\.|[\\/](src|test|etc)[\\/]|[^d]\.ts$/.test(path.slice(installed.length)),
  );
  check(strange.length === 0, `${files.length} files, no sources and no tests ${strange.slice(0, 3).join(' ')}`);
  const ofClient = importedBy(join(installed, 'dist/client.js'));
  check(ofClient.length === 0, `the client alone imports nothing but Node ${ofClient.join(' ')}`);
  const ofAll = new Set(importedBy(join(installed, 'dist/index.js')).map(packageOf));
  const undeclared = [...ofAll].filter((name) => !dependencies.includes(name));
  check(ofAll.has('zod') && undeclared.length === 0, `all of it imports what it declares ${undeclared.join(' ')}`);

  // Optional peers: none is installed here, and nothing but its own entry asks for it.
  const entryOf = { '@modelcontextprotocol/client': 'oauth', '@opentelemetry/api': 'opentelemetry' };
  check(Object.keys(manifest.peerDependencies).join() === Object.keys(entryOf).join(), 'each peer has its entry');
  for (const [peer, entry] of Object.entries(entryOf)) {
    const imports = new Set(importedBy(join(installed, `dist/${entry}.js`)).map(packageOf));
    const imported = [...imports].filter((name) => !dependencies.includes(name)).join(' ');
    check(imported === peer && !ofAll.has(peer), `its entry alone imports ${peer} ${imported}`);
  }

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
    // Who starts his servers pays nothing for those that others reach.
    check(httpOf(run(process.execPath, 'loaded.js', entry)).length === 0, `${entry} alone loads nothing of HTTP`);
    const reached = httpOf(run(process.execPath, 'loaded.js', entry, 'http://127.0.0.1:9/mcp'));
    check(
      ['http', 'http-transport'].every((name) => reached.includes(name)),
      'a client with a url loads it',
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
