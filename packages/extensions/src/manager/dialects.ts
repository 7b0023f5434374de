import type { Dialect } from './server-config.ts';
import type { VariableSyntax } from './variable-syntax.ts';

/** What a bare `timeout` is counted in. `unknown`: nobody can tell, so up to an hour's seconds are seconds. */
export type TimeoutUnit = 'milliseconds' | 'seconds' | 'unknown';

/** What is particular to one dialect; the spellings of fields are in one table for all (`field-aliases.ts`). */
export interface DialectRow {
  readonly title: string;
  /** Files that are of it without a look inside: the end of the path, with `/`. */
  readonly files: readonly string[];
  /** Where its servers are, from the root; the first that is there counts. */
  readonly containers: readonly (readonly string[])[];
  readonly timeoutUnit: TimeoutUnit;
  /** Variables that it knows. Another one stays as it is written, with a diagnostic. */
  readonly variables: readonly VariableSyntax[];
  /** Lists of names, beside the container: the servers that are switched off, or the only ones that are not. */
  readonly disabledBy?: readonly (readonly string[])[];
  readonly allowedBy?: readonly string[];
}

const mcpServers = [['mcpServers']] as const;

/** Everything that means a variable of the environment in some host, for texts whose host is not known. */
const anyVariable = ['${VAR}', '${VAR:-default}', '$VAR', '$env:VAR', '${env:VAR}', '{env:VAR}', '%VAR%'] as const;

/** Sources: the documentation and the sources of the hosts; how they differ is in docs/configuration.md. */
export const dialects: Readonly<Record<Dialect, DialectRow>> = {
  own: {
    title: 'this package',
    files: ['mcp-servers.json', 'mcp-servers.jsonc'],
    containers: mcpServers,
    timeoutUnit: 'unknown',
    variables: ['${VAR}', '${VAR:-default}', '${env:VAR}', '${input:id}', '${secret:name}', '${folder}', '~', '\\${…}'],
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    files: ['claude_desktop_config.json'],
    containers: mcpServers,
    timeoutUnit: 'unknown',
    variables: [],
  },
  'claude-code': {
    title: 'Claude Code',
    files: ['.mcp.json', '.claude.json'],
    containers: mcpServers,
    timeoutUnit: 'milliseconds',
    variables: ['${VAR}', '${VAR:-default}', '${plugin}'],
    disabledBy: [['disabledMcpServers'], ['disabledMcpjsonServers']],
  },
  cursor: {
    title: 'Cursor',
    files: ['.cursor/mcp.json'],
    containers: mcpServers,
    timeoutUnit: 'unknown',
    variables: ['${env:VAR}', '${folder}'],
  },
  cline: {
    title: 'Cline',
    files: ['cline_mcp_settings.json'],
    containers: mcpServers,
    timeoutUnit: 'seconds',
    variables: ['${env:VAR}'],
  },
  windsurf: {
    title: 'Windsurf',
    files: ['windsurf/mcp_config.json'],
    containers: mcpServers,
    timeoutUnit: 'unknown',
    variables: ['${env:VAR}'],
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    files: ['.gemini/settings.json'],
    containers: mcpServers,
    timeoutUnit: 'milliseconds',
    variables: ['${VAR}', '$VAR', '%VAR%'],
    disabledBy: [['mcp', 'excluded']],
    allowedBy: ['mcp', 'allowed'],
  },
  vscode: {
    title: 'VS Code',
    files: ['.vscode/mcp.json', '.vscode/settings.json', 'Code/User/mcp.json', 'Code/User/settings.json'],
    containers: [['servers'], ['mcp', 'servers'], ['mcp.servers']],
    timeoutUnit: 'unknown',
    variables: ['${env:VAR}', '${input:id}', '${folder}', '~'],
  },
  opencode: {
    title: 'opencode',
    files: ['opencode.json', 'opencode.jsonc'],
    containers: [['mcp']],
    timeoutUnit: 'milliseconds',
    variables: ['{env:VAR}', '{file:path}'],
  },
  codex: {
    title: 'Codex',
    files: ['.codex/config.toml'],
    containers: [['mcp_servers']],
    timeoutUnit: 'unknown',
    variables: [],
  },
  continue: {
    title: 'Continue',
    files: ['.continue/config.yaml', '.continue/config.json'],
    containers: mcpServers,
    timeoutUnit: 'unknown',
    variables: ['${{ secrets.name }}'],
  },
  goose: {
    title: 'goose',
    files: ['goose/config.yaml'],
    containers: [['extensions']],
    timeoutUnit: 'seconds',
    variables: ['${VAR}'],
  },
  'mcp-servers': {
    title: 'a host that cannot be told, in the form that most share',
    files: [],
    containers: mcpServers,
    timeoutUnit: 'unknown',
    variables: [...anyVariable, '${folder}', '${plugin}', '~', '\\${…}'],
  },
  bare: {
    title: 'servers without anything around them',
    files: [],
    containers: [[]],
    timeoutUnit: 'unknown',
    variables: [...anyVariable, '${folder}', '${plugin}', '~', '\\${…}'],
  },
};

/** The dialects in the order of the table. */
export const dialectNames: readonly Dialect[] = Object.keys(dialects) as Dialect[];
