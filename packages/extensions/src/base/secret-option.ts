const named = /^--?[\w-]*(?:token|secret|password|passwd|passphrase|api[-_]?key|credential)s?$/i;

/** True for an option whose name says that a secret follows: `--token`, `--api-key`, `--api_key`. */
export function isSecretOption(argument: string): boolean {
  return named.test(argument);
}
