import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';

/** Files of `src` by their path in it, with `/`. */
export type Sources = ReadonlyMap<string, string>;

/** What the rules look at in one file. Types count like values: an import that is erased still says who knows whom. */
export interface SourceFile {
  readonly path: string;
  /** As they are written, each once. */
  readonly specifiers: readonly string[];
  /** The kinds of all syntax nodes in it, for example `TSAnyKeyword`. */
  readonly kinds: ReadonlySet<string>;
  readonly exportsDefault: boolean;
  /** Statements of its top level. */
  readonly body: readonly Node[];
  readonly lines: number;
}

/** A node of the syntax tree (ESTree with TypeScript). */
interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

const sourceFolder = fileURLToPath(new URL('../../src', import.meta.url));

export function readSources(): Sources {
  const paths = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  return new Map(paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(sourceFolder, path), 'utf8')]));
}

/** All nodes of a TypeScript text, the root first. Throws when it is none. */
function nodesOf(text: string): Node[] {
  const nodes: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return undefined;
    if (isNode(value)) nodes.push(value);
    return Object.values(value).forEach(visit);
  };
  visit(parseAst(text, { lang: 'ts' }));
  return nodes;
}

export function parseSource(path: string, text: string): SourceFile {
  const nodes = nodesOf(text);
  const [root] = nodes;
  return {
    path,
    specifiers: [...new Set(nodes.flatMap(specifierOf))],
    kinds: new Set(nodes.map(({ type }) => type)),
    exportsDefault: nodes.some(isDefaultExport),
    body: Array.isArray(root?.['body']) ? root['body'].filter(isNode) : [],
    lines: text.split('\n').length - 1,
  };
}

/** The names of the members that an interface declares itself. */
export function interfaceMembers(text: string, name: string): string[] {
  const found = nodesOf(text).find((node) => node.type === 'TSInterfaceDeclaration' && nameOf(node['id']) === name);
  const body = found === undefined ? undefined : found['body'];
  const members = isNode(body) && Array.isArray(body['body']) ? body['body'].filter(isNode) : [];
  return members.map(({ key }) => nameOf(key) ?? '');
}

/** The name of an identifier or of a member; the value of a literal. */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  const name = node['name'] ?? node['value'];
  return typeof name === 'string' ? name : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** `import`, `export … from`, `import()`, `typeof import('…')` and `import x = require('…')`. */
function specifierOf(node: Node): string[] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return [nameOf(node['source']) ?? '(computed)'];
    case 'ExportNamedDeclaration':
      return isNode(node['source']) ? [nameOf(node['source']) ?? '(computed)'] : [];
    case 'TSExternalModuleReference':
      return [nameOf(node['expression']) ?? '(computed)'];
    default:
      return [];
  }
}

function isDefaultExport(node: Node): boolean {
  if (node.type === 'ExportSpecifier') return nameOf(node['exported']) === 'default';
  return node.type === 'ExportDefaultDeclaration' || node.type === 'TSExportAssignment';
}
