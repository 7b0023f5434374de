import { CliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Workspace } from './workspace.ts';

/**
 * A configuration of which something can be used.
 *
 * @throws why nothing of it could be read; CliError `CLI_NO_CONFIG` when there is none
 */
export function requireUsable({ failure, files, servers, problems }: Workspace): void {
  if (failure !== undefined) throw failure;
  if (servers.length > 0 || problems.length > 0) return;
  const there = files.filter(({ exists }) => exists).map(({ path }) => path);
  if (there.length > 0) {
    throw new CliError('CLI_NO_CONFIG', `there are no servers in ${there.join(' or ')}`, {
      next: 'add one: {"mcpServers": {"name": {"command": "…", "args": []}}}',
      exitCode: exitCodes.configuration,
    });
  }
  throw new CliError(
    'CLI_NO_CONFIG',
    `there is no configuration: looked for ${files.map(({ path }) => path).join(' and ')}`,
    {
      next: 'write one of them, name another with --config, or try a server at once: mcp run -- <command>',
      exitCode: exitCodes.configuration,
    },
  );
}
