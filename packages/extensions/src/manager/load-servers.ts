import { parseConfig, type ParsedConfig, type ParseOptions } from './parse-config.ts';
import { readConfigFiles, type ReadConfigOptions } from './read-config-files.ts';

/** Where the servers of a manager are written down: files in layers, or a text. */
export type ManagerConfig =
  ({ readonly files: readonly string[] } & ReadConfigOptions) | ({ readonly text: string } & ParseOptions);

/** @throws McpClientError `MCP_INVALID_CONFIG` for what cannot be read at all */
export async function loadServers(config: ManagerConfig): Promise<ParsedConfig> {
  if ('text' in config) {
    const { text, ...options } = config;
    return parseConfig(text, options);
  }
  const { files, ...options } = config;
  return readConfigFiles(files, options);
}
