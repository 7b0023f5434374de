import { parseEnv } from 'node:util';
import { McpClientError } from '../errors.ts';
import { printable } from '../wire/printable.ts';
import { isLoaderVariable } from './loader-variables.ts';
import { readBounded } from './bounded-file.ts';

/** Bytes of a file of variables. */
const maxEnvFileBytes = 256 * 1024;

/**
 * Reads a file of variables in the format of dotenv, as Node does. Nothing in it is expanded. A variable that loads code
 * is refused: nobody saw it when the configuration was approved.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG` with `file`
 */
export async function readEnvFile(file: string, serverName: string): Promise<Readonly<Record<string, string>>> {
  const variables = Object.entries(parseEnv(await readBounded(file, maxEnvFileBytes)));
  const loader = variables.find(([name]) => isLoaderVariable(name))?.[0];
  if (loader !== undefined) {
    const message = `${file} sets ${printable(loader)}, which loads other code: set it in env, where it is asked about`;
    throw new McpClientError('MCP_INVALID_CONFIG', message, { serverName, file });
  }
  return Object.fromEntries(variables.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}
