import { createHash, createHmac } from 'node:crypto';
import { redact } from '../base/redact.ts';
import { canonicalJson } from '../wire/canonical-json.ts';
import type { IdentityPart } from './identity-part.ts';
import { isSecretOption } from '../base/secret-option.ts';
import { isUsualName, shownVariable } from './variable-name.ts';
import type { ConfigInput, ServerConfig, StdioServer, HttpServer } from './server-config.ts';

/** Turns a secret into something that can be compared and not guessed. */
export type Keyed = (what: string, value: string) => string;

/** HMAC-SHA256, shortened to 128 bits: with a key that nobody knows there is nothing to try values against. */
export function keyedBy(key: Uint8Array): Keyed {
  return (what, value) => createHmac('sha256', key).update(`${what}\0${value}`).digest('hex').slice(0, 32);
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * The configuration of a server as parts, one for each of its fields, unexpanded: as it was written, before variables were
 * put in. `text` of a part is what it says, as canonical JSON, with every value that may be a secret replaced by its keyed
 * digest; `digest` is of that text.
 *
 * Everything counts that says what is started or reached, with what, confined how, and what its tools may do; and what
 * decides whether a start works (era, times). Left out is what only says when or whether (`isEnabled`, `isRequired`, `start`,
 * `idleMs`), the description, where the entry stands, and the name: a rename changes none of this.
 */
export function configurationParts(config: ServerConfig, keyed: Keyed): IdentityPart[] {
  const { server, source, era, timeouts, tools, permission, toolPermissions, wishes, inputs, sandbox, digest } = config;
  const fields: Record<string, unknown> = {
    ...(server.kind === 'stdio' ? stdioFields(server, keyed) : httpFields(server, keyed)),
    ...(server.kind === 'stdio' ? { folder: source.folder } : {}),
    era,
    timeouts,
    tools,
    permission,
    toolPermissions,
    wishes,
    inputs: inputs?.map((input) => shownInput(input, keyed)),
    sandbox,
    digest,
  };
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([what, value]) => {
      const text = canonicalJson(value);
      return { name: 'configuration', what, digest: sha256(text), text };
    });
}

function stdioFields({ kind, executable, args, cwd, env, inheritEnv, envFile }: StdioServer, keyed: Keyed): object {
  return {
    kind,
    executable,
    args: args.map((argument, index) => shownArgument(argument, args[index - 1], keyed)),
    cwd,
    env: mapValues(env, (value, name) => (value === null ? null : shownValue(`env.${name}`, value, keyed))),
    // A set: its order means nothing.
    inheritEnv: inheritEnv.toSorted(),
    envFile,
  };
}

function httpFields(server: HttpServer, keyed: Keyed): object {
  const { kind, url, headers, headersFromEnv, bearerTokenEnv, allowInsecure, addresses } = server;
  return {
    kind,
    url: shownText('url', url, keyed),
    headers: mapValues(headers, (value, name) => shownValue(`headers.${name}`, value, keyed)),
    headersFromEnv: mapValues(headersFromEnv, (name, header) => shownName(`headersFromEnv.${header}`, name, keyed)),
    bearerTokenEnv: bearerTokenEnv === undefined ? undefined : shownName('bearerTokenEnv', bearerTokenEnv, keyed),
    allowInsecure,
    addresses,
  };
}

/** What a person is asked, and what is taken when he says nothing: both come to what is started. */
function shownInput(input: ConfigInput, keyed: Keyed): ConfigInput {
  const { id, default: preset, isPassword } = input;
  return preset === undefined || !isPassword ? input : { ...input, default: secret(`inputs.${id}`, preset, keyed) };
}

function mapValues<T>(
  record: Readonly<Record<string, T>>,
  map: (value: T, name: string) => string | null,
): Record<string, string | null> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}

/** Nothing but the name of something that is put in at the start (not its default, `${A:-…}`, which may be one). */
const reference = /^(?:\$\{(?:(?!:-)[^{}])+\}|\{(?:env|file):[^{}]+\}|\$(?:env:)?\w+)$/;

/** A reference is no secret; any other value may be one. */
function shownValue(what: string, value: string, keyed: Keyed): string {
  return value === '' || reference.test(value) ? value : secret(what, value, keyed);
}

/** The name of a variable; where the value stands in its place, a digest of that. */
function shownName(what: string, name: string, keyed: Keyed): string {
  return isUsualName(name) ? name : `${shownVariable(name)} ${secret(what, name, keyed)}`;
}

/** Secrets do not belong in arguments (everybody on the machine sees them), and stand there all the same. */
function shownArgument(argument: string, before: string | undefined, keyed: Keyed): string {
  if (before !== undefined && isSecretOption(before)) return shownValue(`args.${before}`, argument, keyed);
  return shownText('args', argument, keyed);
}

/** The text without what looks like a credential in it, and with a digest of the whole then. */
function shownText(what: string, text: string, keyed: Keyed): string {
  const shown = redact(text, { values: [], truncated: false });
  return shown === text ? text : `${shown} ${secret(what, text, keyed)}`;
}

function secret(what: string, value: string, keyed: Keyed): string {
  return `(secret ${keyed(what, value)})`;
}
