import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { packageFolder } from './markdown.ts';

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);

/** The source of an entry: `` is the main one, `/trace` another. */
const entryFile = (entry: string): string => join(packageFolder, 'src', `${entry.slice(1) || 'index'}.ts`);

/** A program of a page, with its imports from this package's sources. */
export interface Example {
  /** Fails the test unless the compiler has nothing to say. */
  check(): Promise<void>;
  /** `hear` is told what it prints, as it comes. */
  run(args: readonly string[], hear?: (text: string) => void): Promise<{ stdout: string; stderr: string }>;
}

/** Puts the programs of a page into a folder that goes with the test. */
export function example(...programs: readonly string[]): Example {
  const folder = mkdtempSync(join(tmpdir(), 'example-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = programs.map((_, index) => join(folder, `example-${index}.mts`));
  symlinkSync(join(packageFolder, 'node_modules'), join(folder, 'node_modules')); // for what it imports of others
  const write = (specifierOf: (file: string) => string): void => {
    for (const [index, program] of programs.entries()) {
      const local = program.replaceAll(/'@coding-agent\/extensions(\/\w+)?'/g, (_, entry: string = '') =>
        JSON.stringify(specifierOf(entryFile(entry))),
      );
      writeFileSync(files[index] ?? '', local);
    }
  };
  return {
    async check() {
      write((file) => file);
      const project = join(folder, 'tsconfig.json');
      const typeRoots = [join(packageFolder, 'node_modules/@types')];
      const compilerOptions = { typeRoots, allowImportingTsExtensions: true, rewriteRelativeImportExtensions: false };
      const base = join(packageFolder, 'tsconfig.json');
      writeFileSync(project, JSON.stringify({ extends: base, compilerOptions, include: files }));
      const tsc = join(dirname(resolve('typescript/package.json')), 'bin/tsc');
      await expect(run(process.execPath, [tsc, '-p', project]), 'types').resolves.toMatchObject({ stdout: '' });
    },
    async run(args, hear = () => {}) {
      write((file) => pathToFileURL(file).href);
      const tsx = pathToFileURL(resolve('tsx')).href;
      const running = run(process.execPath, ['--import', tsx, files[0] ?? '', ...args], { timeout: 120_000 });
      running.child.stdout?.setEncoding('utf8').on('data', hear);
      return running;
    },
  };
}
