import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { dependencies, errorsFile, layerOf, mayImportNode, visibleFrom } from './layers.ts';
import { nameOf, parseSource, type SourceFile, type Sources } from './source.ts';

export const maxLines = 300;

/** The entry with the client alone: another one repeats its names. */
const clientEntry = 'client.ts';

/** The entries beside `index.ts`. */
const entries = [clientEntry, 'trace.ts', 'opentelemetry.ts', 'oauth.ts'];

/** What the rules have against these sources, a line each. */
export function problemsOf(sources: Sources): string[] {
  const files = [...sources].map(([path, text]) => parseSource(path, text));
  const imports = new Map(files.map((file) => [file.path, localImports(file)]));
  return [
    ...files.flatMap((file) => file.specifiers.flatMap((specifier) => importProblem(file.path, specifier, sources))),
    ...files.flatMap(shapeProblems),
    ...cyclesOf(imports).map((cycle) => `a cycle: ${cycle.join(' → ')}`),
  ];
}

function importProblem(from: string, specifier: string, sources: Sources): string[] {
  const layer = layerOf(from);
  if (!specifier.startsWith('.')) {
    if (!specifier.startsWith('node:') && !builtinModules.includes(specifier)) {
      const isAllowed = layer !== undefined && dependencies[layer]?.includes(packageOf(specifier)) === true;
      return isAllowed ? [] : [`${from} has a dependency, ${specifier}`];
    }
    return layer !== undefined && mayImportNode(layer) ? [] : [`${from} imports ${specifier}, and is no host of Node`];
  }
  const target = resolveLocal(from, specifier);
  if (!sources.has(target)) return [`${from} imports ${specifier}, which is no file of src`];
  if (target === 'index.ts') return [`${from} imports index.ts`];
  const targetLayer = layerOf(target);
  if (target === errorsFile || (layer !== undefined && layer === targetLayer)) return [];
  const fine = layer !== undefined && targetLayer !== undefined && visibleFrom(layer).includes(targetLayer);
  return fine ? [] : [`${from} imports ${target}, which is not to its left`];
}

function shapeProblems(file: SourceFile): string[] {
  const { path, kinds, exportsDefault, lines, body } = file;
  const problems = [
    layerOf(path) === undefined && path !== errorsFile && 'has no layer: give its folder a place in layers.ts',
    lines > maxLines && `has ${lines} lines, and ${maxLines} are a sign of a missing file`,
    exportsDefault && 'has a default export',
    kinds.has('TSAnyKeyword') && 'says any',
    kinds.has('TSEnumDeclaration') && 'has an enum',
    entries.includes(path) && !body.every(isNamedReExport) && 'holds something else than named re-exports',
    path === 'index.ts' &&
      !body.every((statement) => isNamedReExport(statement) || isAllOf(statement, clientEntry)) &&
      `holds something else than named re-exports, and all of ${clientEntry}`,
  ];
  return problems.filter((problem) => problem !== false).map((problem) => `${path} ${problem}`);
}

/** `export { a } from './b.ts'`, also of types, and neither `export *` nor anything that is made here. */
function isNamedReExport(statement: SourceFile['body'][number]): boolean {
  return statement.type === 'ExportNamedDeclaration' && nameOf(statement['source']) !== undefined;
}

/** `export * from './client.ts'`: the names of the one entry are all in the other, and stand in one place. */
function isAllOf(statement: SourceFile['body'][number], path: string): boolean {
  return statement.type === 'ExportAllDeclaration' && nameOf(statement['source']) === `./${path}`;
}

/** `zod/mini` is of `zod`, `@scope/name/part` of `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function resolveLocal(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier);
}

function localImports({ path, specifiers }: SourceFile): string[] {
  return specifiers.filter((specifier) => specifier.startsWith('.')).map((specifier) => resolveLocal(path, specifier));
}

/** One cycle for each file from which a depth-first walk comes back to a file that it is still in. */
function cyclesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) {
      cycles.push([...way.slice(way.indexOf(path)), path]);
      return;
    }
    if (done.has(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return cycles;
}
