import { statSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { McpClientError } from '../errors.ts';
import { printable } from '../wire/printable.ts';
import { parseDocument, type ConfigDocument } from './config-document.ts';
import { describe } from './config-node.ts';
import { ConfigNotes } from './config-notes.ts';
import type { ConfigDiagnostic, ConfigProblem } from './config-problem.ts';
import { dialectOfFile, dialectOfShape, looksLikeServer, type Detection } from './detect-dialect.ts';
import { dialectNames, dialects } from './dialects.ts';
import { containersOf, otherProjects } from './find-servers.ts';
import { readServers } from './read-servers.ts';
import type { Dialect, ServerConfig } from './server-config.ts';

export interface ParseOptions {
  /** Absolute: relative paths start here, and a server works here unless it says otherwise (C-03). */
  readonly folder: string;
  /** Absolute; undefined for a text that was pasted. It is not read: its name says what it is, and stands in messages. */
  readonly file?: string | undefined;
  /** Default: it is found out, by the file and by the text. */
  readonly dialect?: Dialect | undefined;
  /** Claude Code keeps servers for each project in one file: those of this project count. Default: `folder`. */
  readonly workspaceFolder?: string | undefined;
  /** Default: the host's. `%VAR%` is a variable on Windows only. */
  readonly platform?: NodeJS.Platform | undefined;
  /** Whether a file is there, to tell a path with spaces from a command line. Default: the file system is asked. */
  readonly isFile?: ((path: string) => boolean) | undefined;
}

/** What was read, and how faithfully. */
export interface ParsedConfig {
  readonly servers: readonly ServerConfig[];
  /** Entries that were refused; they are not among the servers. */
  readonly problems: readonly ConfigProblem[];
  readonly diagnostics: readonly ConfigDiagnostic[];
}

/**
 * Reads the servers of a configuration in the dialect of any host (M-01). A bad entry is a problem with a place and a cure,
 * and the others are read all the same. Nothing is started, no variable is looked at, and what is written as disabled stays so.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`, with `file`, `line` and `column`, for a text that is no JSON, TOML or YAML
 */
export function parseConfig(text: string, options: ParseOptions): ParsedConfig {
  checkOptions(text, options);
  const { file, folder, workspaceFolder = folder, platform = process.platform, isFile = isRegularFile } = options;
  const document = parseDocument(text, file);
  const notes = new ConfigNotes(document, file);
  const top = { pointer: '', offset: document.root.offset };
  if (document.isFragment)
    notes.diagnose(top, { kind: 'converted', message: 'it is a fragment: braces were put around it' });
  const detected = detect(document, options);
  if (detected === undefined) {
    noServers(document, notes, options);
    return { servers: [], problems: notes.problems, diagnostics: notes.diagnostics };
  }
  const { dialect, because } = detected;
  notes.diagnose(top, { kind: 'dialect', message: `read as the dialect of ${dialects[dialect].title}: ${because}` });
  const servers = readServers(document.root, notes, { dialect, folder, workspaceFolder, platform, isFile });
  return { servers, problems: notes.problems, diagnostics: notes.diagnostics };
}

function checkOptions(text: unknown, { folder, file, dialect }: ParseOptions): void {
  const wrong = (what: string): McpClientError => new McpClientError('MCP_INVALID_CONFIG', what);
  if (typeof text !== 'string') throw wrong('the configuration should be a text');
  if (typeof folder !== 'string' || !isAbsolute(folder)) throw wrong('folder should be an absolute path');
  if (file !== undefined && (typeof file !== 'string' || !isAbsolute(file)))
    throw wrong('file should be an absolute path');
  if (dialect !== undefined && !dialectNames.includes(dialect)) {
    throw wrong(`dialect should be one of ${dialectNames.join(', ')}`);
  }
}

/** What was asked for, else what the file is called, if the servers are where that host has them, else what is in it. */
function detect({ root, format }: ConfigDocument, options: ParseOptions): Detection | undefined {
  const { dialect, file, workspaceFolder = options.folder } = options;
  const isThere = (candidate: Dialect): boolean =>
    containersOf(root, candidate, workspaceFolder).length > 0 ||
    (candidate === 'claude-code' && otherProjects(root, workspaceFolder).length > 0);
  if (dialect !== undefined) return isThere(dialect) ? { dialect, because: 'it was asked for' } : undefined;
  const byFile = dialectOfFile(file);
  return byFile !== undefined && isThere(byFile.dialect) ? byFile : dialectOfShape(root, format);
}

/** Settings of a host that has its servers among other things: there may be none. */
function isSettingsFile(file: string | undefined): boolean {
  return file !== undefined && dialectOfFile(file) !== undefined && !/mcp/i.test(basename(file));
}

function noServers({ root }: ConfigDocument, notes: ConfigNotes, { dialect, file }: ParseOptions): void {
  const top = { pointer: '', offset: root.offset };
  if (root.kind !== 'object') {
    notes.problem(
      top,
      undefined,
      `a configuration is an object, and this is ${describe(root)}`,
      'write { "mcpServers": {} }',
    );
  } else if (looksLikeServer(root)) {
    notes.problem(top, undefined, 'it is one server, without a name', 'write { "mcpServers": { "name": { … } } }');
  } else if (root.members.length === 0 || isSettingsFile(file)) {
    notes.diagnose(top, { kind: 'skipped', message: 'there are no servers in it' });
  } else {
    const keys = root.members.slice(0, 8).map(({ key }) => printable(key, 40));
    const where = dialects[dialect ?? 'own'].containers.map((path) => path.join('.')).join(' or ');
    notes.problem(top, undefined, `no servers are found in it; it has ${keys.join(', ')}`, `servers stand at ${where}`);
  }
}

function isRegularFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
