import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { variantKey, type TypeFacts, type Variant } from '../evidence.ts';
import { packageBin } from './package-bin.ts';
import { runTool } from './run-tool.ts';
import { writeWorkCopy, type FileMap } from './variant-files.ts';

export interface TypecheckRequest {
  readonly repositoryRoot: string;
  readonly home: string;
  readonly variants: readonly { readonly variant: Variant; readonly files: FileMap }[];
  readonly place: string;
  readonly signal: AbortSignal;
}

/** Type-checks all variants in one compiler run: they share the library and the options, so that costs little more than one. */
export async function typecheck({
  repositoryRoot,
  home,
  variants,
  place,
  signal,
}: TypecheckRequest): Promise<TypeFacts> {
  if (variants.length === 0) return { errors: {} };
  mkdirSync(place, { recursive: true });
  const root = realpathSync(place);
  const keys = variants.map(({ variant }) => variantKey(variant));
  const folders = variants.map(({ files }, index) =>
    writeWorkCopy({ repositoryRoot, home, files, into: join(root, `v${index}`) }),
  );
  const project = join(root, 'tsconfig.json');
  writeFileSync(
    project,
    JSON.stringify({
      extends: `./${relative(root, join(folders[0] ?? '', 'tsconfig.json'))
        .split(sep)
        .join('/')}`,
      compilerOptions: { noEmit: true, typeRoots: [join(home, 'node_modules', '@types')] },
      include: folders.flatMap((folder) => ['src', 'tests', 'vitest.config.ts'].map((part) => join(folder, part))),
    }),
  );
  const result = await runTool([packageBin('typescript', 'tsc'), '-p', project, '--pretty', 'false'], {
    cwd: root,
    signal,
  });
  const errors: Record<string, string[]> = Object.fromEntries(keys.map((key) => [key, []]));
  let known = 0;
  for (const line of result.stdout.split('\n')) {
    const match = /^(?:.*?)v(\d+)[\\/](.*)\((\d+),\d+\): error (TS\d+: .*)$/.exec(line);
    const key = match ? keys[Number(match[1])] : undefined;
    if (!match || key === undefined) continue;
    const path = (match[2] ?? '').split(/[\\/]/).slice(-2).join('/');
    errors[key]?.push(`${path}:${match[3]} ${match[4]}`);
    known += 1;
  }
  if (result.failure !== undefined || (result.exitCode !== 0 && known === 0)) {
    return {
      errors,
      infra: result.failure ?? `the compiler did not work: ${(result.stdout + result.stderr).slice(0, 600)}`,
    };
  }
  return { errors };
}
