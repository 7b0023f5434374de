import type { ConfigFormat } from './config-document.ts';
import { memberOf, nodeAt, stringOf, type ConfigNode } from './config-node.ts';
import { dialectNames, dialects } from './dialects.ts';
import { fieldAliases } from './field-aliases.ts';
import type { Dialect } from './server-config.ts';

/** Whose dialect a document is, and by what that was seen. */
export interface Detection {
  readonly dialect: Dialect;
  readonly because: string;
}

/** Fields that one family of hosts alone has, of those that share `mcpServers`. Others, such as `autoApprove`, are everybody's. */
const telling: readonly (readonly [field: string, dialect: Dialect])[] = [
  ['httpUrl', 'gemini-cli'],
  ['includeTools', 'gemini-cli'],
  ['excludeTools', 'gemini-cli'],
  ['alwaysAllow', 'cline'],
  ['serverUrl', 'windsurf'],
];

const ownSchemaFile = 'server-config.schema.json';

/** The dialect of a file by its path. */
export function dialectOfFile(file: string | undefined): Detection | undefined {
  const path = file?.replaceAll('\\', '/').toLowerCase();
  for (const dialect of dialectNames) {
    const ending = dialects[dialect].files.find((end) => `/${path}`.endsWith(`/${end.toLowerCase()}`));
    if (path !== undefined && ending !== undefined) return { dialect, because: `the file is called ${ending}` };
  }
  return undefined;
}

/** The dialect of a document by what is in it; undefined when no servers are found. */
export function dialectOfShape(root: ConfigNode, format: ConfigFormat): Detection | undefined {
  if (stringOf(memberOf(root, '$schema'))?.endsWith(ownSchemaFile) === true) {
    return { dialect: 'own', because: `its $schema is ${ownSchemaFile}` };
  }
  if (isMap(memberOf(root, 'mcp_servers'))) return { dialect: 'codex', because: 'it has mcp_servers' };
  const shared = memberOf(root, 'mcpServers');
  if (shared !== undefined) return familyOf(root, shared, format);
  const found = (['vscode', 'opencode', 'goose'] as const).find((dialect) =>
    dialects[dialect].containers.some((path) => holdsServers(nodeAt(root, path))),
  );
  if (found !== undefined) {
    const path = dialects[found].containers.find((keys) => holdsServers(nodeAt(root, keys))) ?? [];
    return { dialect: found, because: `there are servers at ${path.join('.')}` };
  }
  return holdsServers(root) ? { dialect: 'bare', because: 'every member looks like a server' } : undefined;
}

/** Whose `mcpServers` it is. */
function familyOf(root: ConfigNode, shared: ConfigNode, format: ConfigFormat): Detection {
  if (isMap(memberOf(root, 'projects')))
    return { dialect: 'claude-code', because: 'it has projects beside mcpServers' };
  if (shared.kind === 'array') return { dialect: 'continue', because: 'mcpServers is a list' };
  if (format === 'yaml') return { dialect: 'continue', because: 'it has mcpServers, in YAML' };
  const entries = shared.kind === 'object' ? shared.members.map(({ value }) => value) : [];
  const seen = telling.filter(([field]) => entries.some((entry) => memberOf(entry, field) !== undefined));
  const [first] = seen;
  return first !== undefined && seen.every(([, dialect]) => dialect === first[1])
    ? { dialect: first[1], because: `a server has ${first[0]}` }
    : { dialect: 'mcp-servers', because: 'it has mcpServers, as many hosts do' };
}

/** Whether a value has what a server cannot do without. */
export function looksLikeServer(node: ConfigNode): boolean {
  const hasOne = (names: readonly string[]): boolean =>
    names.some((name) => {
      const member = memberOf(node, name);
      return member?.kind === 'array' || stringOf(member) !== undefined;
    });
  return node.kind === 'object' && (hasOne(fieldAliases.command) || hasOne(fieldAliases.url));
}

/** A map of which every value looks like a server, or like a part of goose, which stand among its servers. */
function holdsServers(node: ConfigNode | undefined): boolean {
  if (node?.kind !== 'object') return false;
  const values = node.members.map(({ value }) => value);
  return values.some(looksLikeServer) && values.every((value) => looksLikeServer(value) || isPartOfGoose(value));
}

/** An extension of goose that is no server. */
export function isPartOfGoose(node: ConfigNode): boolean {
  const type = stringOf(memberOf(node, 'type'));
  return type !== undefined && ['builtin', 'platform', 'frontend', 'inline_python'].includes(type);
}

function isMap(node: ConfigNode | undefined): boolean {
  return node?.kind === 'object';
}
