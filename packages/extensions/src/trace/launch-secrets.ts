import { isSecretOption } from '../manager/secret-option.ts';
import { configuredValues } from '../stdio/environment.ts';
import type { StdioOptions } from '../stdio/stdio-options.ts';

/**
 * Values that a server was started with and that are nobody's business: those of its variables, and those of options that say so
 * (`--token x`, `--api-key=x`). For `secrets` of a failure report. `host`: the environment that `inheritEnv` names, default that of
 * this process.
 */
export function launchSecrets(
  { args = [], env = {}, inheritEnv = [] }: Pick<StdioOptions, 'args' | 'env' | 'inheritEnv'>,
  host: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  const { platform } = process;
  return [...configuredValues({ platform, host, inheritEnv, env }), ...args.flatMap((_, at) => optionValue(args, at))];
}

function optionValue(args: readonly string[], at: number): string[] {
  const argument = args[at] ?? '';
  if (isSecretOption(args[at - 1] ?? '')) return [argument];
  const end = argument.indexOf('=');
  return end > 0 && isSecretOption(argument.slice(0, end)) ? [argument.slice(end + 1)] : [];
}
