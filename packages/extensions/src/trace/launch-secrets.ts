import type { HttpOptions } from '../http/http-options.ts';
import { isSecretOption } from '../manager/secret-option.ts';
import { configuredValues } from '../stdio/environment.ts';
import type { StdioOptions } from '../stdio/stdio-options.ts';

/** Options of those who start containers, before a variable; and of those who make requests, before a header. */
const variableOptions = ['-e', '--env'];
const headerOptions = ['-H', '--header'];

/**
 * Values that a server was started with and that are nobody's business: those of its variables, also where a container is given
 * them (`-e NAME=x`), those of options that say so (`--token x`, `--api-key=x`), of whatever else has such a name (`API_KEY=x`),
 * and of headers (`--header "X-Key: x"`). Of a server that is reached: its headers. For `secrets` of a failure report. `host`: the environment that `inheritEnv` names,
 * default that of this process.
 */
export function launchSecrets(
  options: Pick<StdioOptions, 'args' | 'env' | 'inheritEnv'> | Pick<HttpOptions, 'url' | 'headers'>,
  host: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  if ('url' in options) return Object.values(options.headers ?? {}).flatMap(withoutScheme);
  const { args = [], env = {}, inheritEnv = [] } = options;
  const { platform } = process;
  return [...configuredValues({ platform, host, inheritEnv, env }), ...args.flatMap((_, at) => optionValue(args, at))];
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
