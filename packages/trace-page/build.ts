/**
 * Builds the package: first what runs in the browser (a script and a style, each one text), then the module that puts them
 * into a page, with both inside. So a page needs no other file, neither when it is made nor when it is opened.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';

const folder = import.meta.dirname;
const dist = join(folder, 'dist');

/** Browsers that know `light-dark()`, which the style is written with. */
const browsers = ['chrome123', 'firefox120', 'safari17.5'];

async function textOf(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, entry)],
    bundle: true,
    minify: true,
    write: false,
    target: browsers,
    legalComments: 'none',
    logLevel: 'warning',
    ...options,
  });
  const [file] = outputFiles ?? [];
  if (file === undefined) throw new Error(`nothing came of ${entry}`);
  return file.text.trim();
}

const script = await textOf('src/view/main.tsx', {
  format: 'iife',
  charset: 'utf8',
  jsx: 'automatic',
  jsxImportSource: 'preact',
});
const style = await textOf('src/view/styles/page.css', { charset: 'utf8' });

// The module is replaced in one step: somebody else may be loading it.
const fresh = join(dist, 'index.fresh.js');
await build({
  entryPoints: [join(folder, 'src/index.ts')],
  outfile: fresh,
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  charset: 'utf8',
  logLevel: 'warning',
  define: { pageScript: JSON.stringify(script), pageStyle: JSON.stringify(style) },
});
renameSync(fresh, join(dist, 'index.js'));
for (const name of readdirSync(dist)) if (name !== 'index.js') rmSync(join(dist, name), { recursive: true });
execFileSync(process.execPath, [tscPath(), '-p', join(folder, 'tsconfig.build.json')], { stdio: 'inherit' });

function tscPath(): string {
  return join(folder, 'node_modules/typescript/bin/tsc');
}
