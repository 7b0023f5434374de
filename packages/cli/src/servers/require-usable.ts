import { CliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Workspace } from './workspace.ts';

/**
 * A configuration of which something can be used.
 *
 * @throws why nothing of it could be read; CliError `CLI_NO_CONFIG` when there is none
 */
export function requireUsable(workspace: Workspace): void {
  const why = workspace.failure ?? unusable(workspace);
  if (why !== undefined) throw why;
}

/** Why there is nothing to use, though nothing is wrong with what was read: there are no servers, or no file at all. */
export function unusable({ files, servers, problems }: Workspace): CliError | undefined {
  if (servers.length > 0 || problems.length > 0) return undefined;
  const there = files.filter(({ exists }) => exists).map(({ path }) => path);
  if (there.length > 0) {
    return new CliError('CLI_NO_CONFIG', `there are no servers in ${there.join(' or ')}`, {
      next: 'add one: {"mcpServers": {"name": {"command": "…", "args": []}}}',
      exitCode: exitCodes.configuration,
    });
  }
  return new CliError(
    'CLI_NO_CONFIG',
    `there is no configuration: looked for ${files.map(({ path }) => path).join(' and ')}`,
    {
      next: 'write one of them, name another with --config, or try a server at once: mcp run -- <command>',
      exitCode: exitCodes.configuration,
    },
  );
}
