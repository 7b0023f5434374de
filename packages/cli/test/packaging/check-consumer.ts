/**
 * The command as a stranger gets it: packed, installed outside of the workspace, started by its name. Run after the build:
 * `pnpm check:package`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fixtureServer } from '@coding-agent/fixture-servers';
import { waitUntilGone } from '@coding-agent/fixture-servers/testing';

interface Manifest {
  readonly name: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-cli-consumer-')));
const modules = join(folder, 'node_modules');

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the packed command: ${what}`);
  process.stdout.write(`ok: ${what}\n`);
}

/** Packs a package of the workspace and unpacks it where a package manager would; what it depends on is linked beside it. */
function install(source: string): Manifest {
  const said = execFileSync('pnpm', ['pack', '--json', '--pack-destination', folder], {
    cwd: source,
    encoding: 'utf8',
  });
  const { name, filename } = JSON.parse(said) as { readonly name: string; readonly filename: string };
  const target = join(modules, name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', filename, '-C', target, '--strip-components=1']);
  const manifest = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) as Manifest;
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    if (dependency.startsWith('@coding-agent/')) continue;
    const link = join(modules, dependency);
    mkdirSync(dirname(link), { recursive: true });
    rmSync(link, { force: true });
    symlinkSync(realpathSync(join(source, 'node_modules', dependency)), link);
  }
  return manifest;
}

/** Packages that the scripts of a folder import. */
function importedBy(scripts: string): Set<string> {
  const texts = readdirSync(scripts).map((name) => readFileSync(join(scripts, name), 'utf8'));
  const statement = /(?:^(?:im|ex)port (?:[^;"]* from )?|\bimport\()"([@\w][\w@/:.-]*)"/gm;
  const ids = texts.flatMap((text) => Array.from(text.matchAll(statement), ([, id = '']) => id));
  const foreign = ids.filter((id) => !id.startsWith('node:'));
  return new Set(foreign.map((id) => id.split('/', id.startsWith('@') ? 2 : 1).join('/')));
}

try {
  install(join(packageFolder, '../extensions'));
  const manifest = install(packageFolder);
  const target = join(modules, manifest.name);
  const files = readdirSync(target, { recursive: true, encoding: 'utf8' }).toSorted();
  check(
    files.every((name) => /^(?:dist(?:\/[\w-]+\.js)?|LICENSE|README\.md|package\.json)$/.test(name)),
    `holds what is run, and no more: ${files.join(' ')}`,
  );
  const declared = Object.keys(manifest.dependencies ?? {}).toSorted();
  const imported = [...importedBy(join(target, 'dist'))].toSorted();
  check(imported.join() === declared.join(), `imports what it declares: ${imported.join(' ')}`);

  const command = join(folder, 'mcp');
  symlinkSync(join(target, manifest.bin?.['mcp'] ?? ''), command);
  const run = (...words: string[]): string =>
    execFileSync(command, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  check(/^\d+\.\d+\.\d+\n$/.test(run('--version')), 'is started by its name');
  const server = fixtureServer({ shape: 'mcp' });
  try {
    const call = ['--call', 'echo', '--arg', 'value=hello', '--', server.executable, ...server.args];
    check(run('run', '--trace', 'a.jsonl', ...call) === 'hello\n', 'calls a server');
    await waitUntilGone(server.pids());
    check(run('trace', 'view', 'a.jsonl') === 'a.html\n', 'draws what happened');
  } finally {
    server.dispose();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
