import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dependencies, errorsFile, layers, mayImportNode, visibleFrom, type Layer } from './layers.ts';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const oxlint = join(repository, 'node_modules/oxlint/bin/oxlint');

/** A file of each layer, importing one of each: every possible import is planted, right or wrong. */
const fileOf = (layer: Layer): string => (layer.endsWith('.ts') ? layer : `${layer}/a.ts`);
const packages = ['node:fs', 'node:fs/promises', ...new Set(Object.values(dependencies).flat()), '@learn-traeai/lab'];

/** A report of so many planted imports is long. */
const maxBuffer = 16 * 1024 * 1024;

let refused: ReadonlyMap<string, readonly string[]> = new Map();
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lint-'));
  copyFileSync(join(repository, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  for (const path of [errorsFile, ...layers.map(fileOf)]) {
    const file = join(folder, 'packages/extensions/src', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      targets(path)
        .map((target) => `import type {} from '${target}';\n`)
        .join(''),
    );
  }
  refused = await lint(folder);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.for(layers)('lint lets %s see its own layer and those to its left, and refuses all else', (layer) => {
  const path = fileOf(layer);
  const seen = [...visibleFrom(layer).map(fileOf), errorsFile, ...siblings(layer)].map((to) => specifier(path, to));
  const node = mayImportNode(layer) ? ['node:fs', 'node:fs/promises'] : [];
  const fine = [...seen, ...node, ...(dependencies[layer] ?? [])];
  const wrong = targets(path).filter((target) => !fine.includes(target));
  expect(wrong.length).toBeGreaterThan(0);
  expect(refused.get(path)).toEqual(wrong.toSorted());
});

test('lint lets the errors see nothing', () => {
  expect(refused.get(errorsFile)).toEqual(targets(errorsFile).toSorted());
});

/** What a file of this path is made to import. */
function targets(path: string): string[] {
  const [room] = path.split('/');
  const files = [errorsFile, 'util/a.ts', ...layers.map(fileOf), ...siblings(room)];
  return [...files.filter((target) => target !== path).map((target) => specifier(path, target)), ...packages];
}

/** Another file of the same room. */
function siblings(layer: string | undefined): string[] {
  return layer === undefined || layer.endsWith('.ts') ? [] : [`${layer}/b.ts`];
}

function specifier(from: string, to: string): string {
  const path = relative(dirname(from), to).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** The specifiers that oxlint refuses, by file. */
async function lint(where: string): Promise<Map<string, string[]>> {
  const report = await new Promise<string>((resolve) => {
    // Exit code 1: it found something.
    execFile(process.execPath, [oxlint, '-f', 'json'], { cwd: where, timeout: 60_000, maxBuffer }, (_, stdout) =>
      resolve(stdout),
    );
  });
  const { diagnostics } = JSON.parse(report) as { diagnostics: { code?: string; message: string; filename: string }[] };
  const found = new Map<string, string[]>();
  for (const { code, message, filename } of diagnostics) {
    if (code?.includes('no-restricted-imports') !== true) continue;
    const path = relative('packages/extensions/src', filename).replaceAll('\\', '/');
    const [, named = ''] = /'([^']+)'/.exec(message) ?? [];
    found.set(path, [...(found.get(path) ?? []), named].toSorted());
  }
  return found;
}
