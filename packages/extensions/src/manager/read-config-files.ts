import { basename, dirname, resolve } from 'node:path';
import { McpClientError } from '../errors.ts';
import { readBounded } from './bounded-file.ts';
import { maxConfigBytes } from './config-document.ts';
import type { ConfigDiagnostic, ConfigProblem } from './config-problem.ts';
import { parseConfig, type ParsedConfig, type ParseOptions } from './parse-config.ts';
import type { ServerConfig } from './server-config.ts';

export type ReadConfigOptions = Omit<ParseOptions, 'folder' | 'file'>;

/**
 * Reads one file. Its folder is where its servers work; a file in a host's own folder of a project (`.vscode/mcp.json`)
 * belongs to the folder around that.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG` with `file`: it cannot be read, is too large, or is no JSON, TOML or YAML
 */
export async function readConfigFile(path: string, options: ReadConfigOptions = {}): Promise<ParsedConfig> {
  const file = resolve(path);
  return parseConfig(await readBounded(file, maxConfigBytes), { ...options, file, folder: folderOf(file) });
}

/**
 * Reads files in layers: a name in a later file replaces the one of an earlier file, with a diagnostic. A file that is not
 * there is no error. One that cannot be parsed is: it may be what switches a server of an earlier one off. For the same
 * reason an entry that was refused takes the name away from the earlier files.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG` with `file`
 */
export async function readConfigFiles(
  paths: readonly string[],
  options: ReadConfigOptions = {},
): Promise<ParsedConfig> {
  const servers = new Map<string, ServerConfig>();
  const problems: ConfigProblem[] = [];
  const diagnostics: ConfigDiagnostic[] = [];
  const shadow = (by: { readonly file?: string; readonly pointer: string }, name: string, how: string): void => {
    const earlier = servers.get(name);
    if (earlier === undefined) return;
    const { file, pointer } = by;
    const message = `${how} the server of the same name in ${earlier.source.file}`;
    diagnostics.push({
      ...(file !== undefined && { file }),
      pointer,
      kind: 'shadowed',
      severity: 'warning',
      serverName: name,
      message,
    });
    servers.delete(name);
  };
  for (const path of paths) {
    const layer = await readLayer(path, options);
    if ('missing' in layer) {
      diagnostics.push({
        file: layer.missing,
        pointer: '',
        kind: 'file',
        severity: 'info',
        message: 'it does not exist',
      });
      continue;
    }
    problems.push(...layer.problems);
    diagnostics.push(...layer.diagnostics);
    for (const problem of layer.problems) {
      if (problem.serverName !== undefined) shadow(problem, problem.serverName, 'it was refused, and so is');
    }
    for (const server of layer.servers) {
      shadow(server.source, server.name, 'it replaces');
      servers.set(server.name, server);
    }
  }
  return { servers: [...servers.values()], problems, diagnostics };
}

async function readLayer(
  path: string,
  options: ReadConfigOptions,
): Promise<ParsedConfig | { readonly missing: string }> {
  try {
    return await readConfigFile(path, options);
  } catch (error) {
    // Below a file there is nothing either: the home folder of some accounts is /dev/null.
    const isMissing = error instanceof McpClientError && (error.errno === 'ENOENT' || error.errno === 'ENOTDIR');
    if (isMissing) return { missing: resolve(path) };
    throw error;
  }
}

/** Folders in which a host keeps its settings for the project around them. */
const settingsFolders: readonly string[] = [
  '.vscode',
  '.cursor',
  '.gemini',
  '.continue',
  '.kiro',
  '.claude',
  '.roo',
  '.codex',
];

function folderOf(file: string): string {
  const folder = dirname(file);
  // Kiro keeps its own one level deeper, and so does Continue.
  const around = [folder, dirname(folder)].find((path) => settingsFolders.includes(basename(path)));
  return around === undefined ? folder : dirname(around);
}
