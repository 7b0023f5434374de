import { McpClientError } from '../errors.ts';
import { isJsonObject } from '../wire/message.ts';
import { parseConfig, type ParsedConfig, type ParseOptions } from './parse-config.ts';
import { readConfigFiles, type ReadConfigOptions } from './read-config-files.ts';

/** Where the servers of a manager are written down: files in layers, or a text. */
export type ManagerConfig =
  ({ readonly files: readonly string[] } & ReadConfigOptions) | ({ readonly text: string } & ParseOptions);

/** @throws McpClientError `MCP_INVALID_CONFIG` for what cannot be read at all */
export async function loadServers(config: ManagerConfig): Promise<ParsedConfig> {
  if (!isManagerConfig(config)) {
    const message =
      'the configuration should be { files: ["/a/file"] }, or { text, folder } for one that was read already';
    throw new McpClientError('MCP_INVALID_CONFIG', message);
  }
  if ('text' in config) {
    const { text, ...options } = config;
    return parseConfig(text, options);
  }
  const { files, ...options } = config;
  return readConfigFiles(files, options);
}

/** A host in JavaScript gives a path alone, or the object that is in the file. */
function isManagerConfig(config: unknown): boolean {
  if (!isJsonObject(config)) return false;
  const { files, text } = config;
  return typeof text === 'string' || (Array.isArray(files) && files.every((file) => typeof file === 'string'));
}
