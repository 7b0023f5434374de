import { isSecretOption } from '../base/secret-option.ts';
import { addressSecrets } from '../http/address-secrets.ts';
import type { HttpOptions } from '../http/http-options.ts';
import type { HttpServer } from '../manager/server-config.ts';
import { configuredValues } from '../stdio/environment.ts';
import type { StdioOptions } from '../stdio/stdio-options.ts';

/** Options of those who start containers, before a variable; and of those who make requests, before a header. */
const variableOptions = ['-e', '--env'];
const headerOptions = ['-H', '--header'];

/** A server that is reached, as its client is made or as a configuration has it. */
type Reached = Pick<HttpOptions, 'url' | 'headers'> & Partial<Pick<HttpServer, 'headersFromEnv' | 'bearerTokenEnv'>>;

/**
 * Values that a server was started with and that are nobody's business: those of its variables, also where a container is given
 * them (`-e NAME=x`), those of options that say so (`--token x`, `--api-key=x`), of whatever else has such a name (`API_KEY=x`),
 * and of headers (`--header "X-Key: x"`). Of a server that is reached: those of its headers, its password, and the parameters of
 * its address (from 8 characters on, or named as a secret). For `secrets` of a failure report. `host`: the environment in which
 * the variables are that `inheritEnv`, `headersFromEnv` and `bearerTokenEnv` name, default that of this process.
 */
export function launchSecrets(
  options: Pick<StdioOptions, 'args' | 'env' | 'inheritEnv'> | Reached,
  host: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  if ('url' in options) return reachedSecrets(options, host);
  const { args = [], env = {}, inheritEnv = [] } = options;
  const { platform } = process;
  return [...configuredValues({ platform, host, inheritEnv, env }), ...args.flatMap((_, at) => optionValue(args, at))];
}

function reachedSecrets(
  { url, headers = {}, headersFromEnv = {}, bearerTokenEnv }: Reached,
  host: Readonly<Record<string, string | undefined>>,
): string[] {
  const names = [...Object.values(headersFromEnv), ...(bearerTokenEnv === undefined ? [] : [bearerTokenEnv])];
  const values = [...Object.values(headers), ...names.map((name) => host[name] ?? '')];
  return [...values.flatMap(withoutScheme), ...addressSecrets(url)].filter((value) => value !== '');
}

function optionValue(args: readonly string[], at: number): string[] {
  const argument = args[at] ?? '';
  const before = args[at - 1] ?? '';
  if (isSecretOption(before)) return [argument];
  if (variableOptions.includes(before)) return variableValue(argument);
  if (headerOptions.includes(before)) return headerValues(argument);
  const [name, value] = split('=', argument);
  if (value === undefined) return [];
  if (variableOptions.includes(name)) return variableValue(value);
  if (headerOptions.includes(name)) return headerValues(value);
  return isSecretOption(name) || isSecretOption(`--${name}`) ? [value] : [];
}

/** What follows `-e` may be a program, too. */
function variableValue(assignment: string): string[] {
  return /^[A-Za-z_]\w*=/.test(assignment) ? after('=', assignment) : [];
}

/** All of it, and without its scheme: `Bearer x`. */
function headerValues(header: string): string[] {
  return after(':', header).flatMap(withoutScheme);
}

function withoutScheme(value: string): string[] {
  return [value.trim(), value.trim().split(/\s+/).at(-1) ?? ''];
}

function after(sign: string, text: string): string[] {
  const [, value] = split(sign, text);
  return value === undefined ? [] : [value];
}

function split(sign: string, text: string): readonly [name: string, value: string | undefined] {
  const end = text.indexOf(sign);
  return end === -1 ? [text, undefined] : [text.slice(0, end), text.slice(end + 1)];
}
