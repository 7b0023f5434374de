import { isInsecure, isVariableName, shownVariable } from '@coding-agent/extensions';
import { CliError, usageError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import type { AdHocServer } from './ad-hoc-server.ts';

/**
 * What the library would refuse about an address of the command line, in the words of the command line.
 *
 * @throws CliError `CLI_USAGE`
 */
export function requireGiven(server: AdHocServer, env: Readonly<Record<string, string | undefined>>): void {
  if (!('url' in server)) return;
  const { url, bearerTokenEnv, allowInsecure } = server;
  if (!allowInsecure && URL.canParse(url) && isInsecure(new URL(url))) {
    throw new CliError(
      'CLI_USAGE',
      'the address begins with http, and is of another machine: everybody between reads and changes what is said',
      {
        next: 'begin it with https; --allow-insecure says that this is meant',
        exitCode: exitCodes.configuration,
      },
    );
  }
  if (bearerTokenEnv !== undefined) requireVariable(bearerTokenEnv, env);
}

/** Whoever writes the token itself there is told so, and does not see it again. */
function requireVariable(name: string, env: Readonly<Record<string, string | undefined>>): void {
  if (!isVariableName(name)) {
    throw usageError(
      '--bearer-env takes the NAME of a variable (letters, digits and _), and not the token itself',
      'put the token into a variable (export TOKEN=…), and name that: --bearer-env TOKEN',
    );
  }
  const value = env[name];
  if (value !== undefined && value !== '') return;
  const shown = shownVariable(name);
  const what = value === undefined ? 'is not set' : 'is empty';
  throw new CliError('CLI_USAGE', `the variable ${shown}, which --bearer-env names, ${what}`, {
    next: `give it a value: export ${shown}=…`,
    exitCode: exitCodes.configuration,
  });
}
