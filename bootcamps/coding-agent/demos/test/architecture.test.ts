import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { root } from './support/run-demo.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Files of the demos, by their path here. */
function filesOf(room: string): string[] {
  return readdirSync(join(folder, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .map((name) => `${room}/${name.replaceAll('\\', '/')}`);
}

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

/** What a file imports: packages as they are written, files by their path here. */
function importsOf(file: string): string[] {
  const found = [...read(file).matchAll(/(?:\bfrom|\bimport|@import .* from)\s*\(?\s*'([^']+)'/g)];
  return found.map(([, id = '']) => (id.startsWith('.') ? posix.join(posix.dirname(file), id) : id));
}

function expectImports(files: readonly string[], isAllowed: (id: string) => boolean): void {
  expect(files.length).toBeGreaterThan(0);
  for (const file of files)
    expect({ file, wrong: importsOf(file).filter((id) => !isAllowed(id)) }).toEqual({ file, wrong: [] });
}

const isNode = (id: string): boolean => id.startsWith('node:');

describe('E-01: what the demos are made of', () => {
  test('the calculator and the two eras need no package, and nothing outside the demos', () => {
    const rooms = ['calculator/', 'two-eras/', 'support/'];
    const files = ['calculator', 'two-eras', 'support'].flatMap(filesOf);
    expect(files.length).toBeGreaterThan(15);
    expectImports(files, (id) => isNode(id) || rooms.some((room) => id.startsWith(room)));
  });

  test('the bridge needs one package, and no room beside the shared one', () => {
    const rooms = ['registry-bridge/', 'support/'];
    expectImports(filesOf('registry-bridge'), (id) => {
      return isNode(id) || id === '@coding-agent/extensions' || rooms.some((room) => id.startsWith(room));
    });
  });

  test('the two ways need one package, and of the other rooms the calculator', () => {
    const rooms = ['two-ways/', 'calculator/', 'support/'];
    expectImports(filesOf('two-ways'), (id) => {
      return isNode(id) || id === '@coding-agent/extensions' || rooms.some((room) => id.startsWith(room));
    });
  });

  test('a server over HTTP needs no package', () => {
    const rooms = ['two-ways/server/', 'calculator/server/', 'support/'];
    expectImports(filesOf('two-ways/server'), (id) => isNode(id) || rooms.some((room) => id.startsWith(room)));
  });

  test('three layers, one file each: each knows the one below, and nothing of the ones above', () => {
    const layer = (name: string): string => `calculator/client/${name}.ts`;
    expect(importsOf(layer('transport'))).toEqual(['node:child_process']);
    expect(importsOf(layer('message'))).toEqual([layer('transport')]);
    expect(importsOf(layer('method'))).toEqual([layer('message')]);
    expect(read(layer('message'))).toMatch(/^import type [^\n]*transport/m);
  });

  test('a server is started by node alone: plain JavaScript', () => {
    const servers = ['calculator', 'two-eras', 'two-ways', 'registry-bridge'].flatMap((room) =>
      filesOf(`${room}/server`),
    );
    expect(servers.length).toBeGreaterThanOrEqual(6);
    expect(servers.filter((file) => !file.endsWith('.mjs'))).toEqual([]);
  });

  test('a file is about one thing: 300 lines at most', () => {
    for (const file of ['calculator', 'two-eras', 'two-ways', 'registry-bridge', 'support', 'test'].flatMap(filesOf)) {
      expect(read(file).split('\n').length, file).toBeLessThanOrEqual(300);
    }
  });
});

const lab = 'bootcamps/some/labs/01-lab/solution';
const demos = 'bootcamps/some/demos';
const packageNames = ['@coding-agent/extensions', '@coding-agent/extensions/client'];
const productFile = (file: string): string => posix.relative(posix.dirname(file), 'packages/extensions/src/index.ts');
const lessonFile = (file: string): string => posix.relative(posix.dirname(file), `${lab}/src/index.ts`);

/** Files that import what they must not, and what of it lint is to refuse. */
const planted: readonly { readonly file: string; readonly imports: string[]; readonly refused: string[] }[] = [
  ...[
    `${lab}/src/index.ts`,
    `${lab}/tests/lab.test.ts`,
    `${demos}/calculator/a.ts`,
    `${demos}/two-eras/client/a.ts`,
  ].map((file) => {
    const wrong = [...packageNames, productFile(file)];
    return { file, imports: [...wrong, 'node:fs', './b.ts'], refused: wrong };
  }),
  ...[`${demos}/registry-bridge/demo.ts`, `${demos}/two-ways/demo.ts`].map((file) => ({
    file,
    imports: [...packageNames, productFile(file), './neighbour.ts'],
    refused: [productFile(file)],
  })),
  ...['packages/some/src/a.ts', 'packages/some/test/a.ts', 'packages/extensions/test/a.ts', 'scripts/some/a.ts'].map(
    (file) => {
      const wrong = ['@learn-traeai/coding-agent-demos', '@learn-traeai/lab-01', lessonFile(file)];
      return { file, imports: [...wrong, 'node:fs'], refused: wrong };
    },
  ),
];

test('lint: labs never import the production package, of the demos the bridge and the two ways alone do, and packages and scripts never import lessons', async () => {
  const place = mkdtempSync(join(tmpdir(), 'lint-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  copyFileSync(join(root, '.oxlintrc.json'), join(place, '.oxlintrc.json'));
  for (const { file, imports } of planted) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    writeFileSync(join(place, file), imports.map((id) => `import type {} from '${id}';\n`).join(''));
  }
  const found = await refusedByLint(place);
  for (const { file, refused } of planted) {
    expect({ file, refused: (found.get(file) ?? []).toSorted() }).toEqual({ file, refused: refused.toSorted() });
  }
});

/** The specifiers that oxlint refuses, by file. */
async function refusedByLint(place: string): Promise<Map<string, string[]>> {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const report = await new Promise<string>((resolve) => {
    // Exit code 1: it found something.
    execFile(process.execPath, [oxlint, '-f', 'json'], { cwd: place, timeout: 40_000 }, (_, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(report) as { diagnostics: { code?: string; message: string; filename: string }[] };
  const found = new Map<string, string[]>();
  for (const { code, message, filename } of diagnostics) {
    if (code?.includes('no-restricted-imports') !== true) continue;
    const file = filename.replaceAll('\\', '/');
    const [, id = ''] = /'([^']+)'/.exec(message) ?? [];
    found.set(file, [...(found.get(file) ?? []), id]);
  }
  return found;
}
