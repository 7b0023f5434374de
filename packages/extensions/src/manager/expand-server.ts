import { resolve } from 'node:path';
import { untilAborted } from '../base/until-aborted.ts';
import { McpClientError } from '../errors.ts';
import type { StdioOptions } from '../stdio/stdio-options.ts';
import { readEnvFile } from './env-file.ts';
import { environmentReport, type AdmittedVariable } from './environment-report.ts';
import { httpSecrets, httpTarget, type ExpandedHttp } from './expand-http.ts';
import { expandTexts, textKey, type ExpandedTexts } from './expand-texts.ts';
import { homeFolder } from '../stdio/home-folder.ts';
import { looksSecret } from './loader-variables.ts';
import type { InputPrompt, SecretBroker } from './secret-broker.ts';
import type { SandboxConfig, ServerConfig, StdioServer } from './server-config.ts';
import { VariableResolver, type LentSecret } from './variables.ts';

/** What a server's variables are put in from. */
export interface ExpansionContext {
  /** Default: the environment of the host. Copied when the start begins, and never written. */
  readonly host?: Readonly<Record<string, string | undefined>> | undefined;
  readonly platform?: NodeJS.Platform | undefined;
  readonly homeFolder?: string | undefined;
  /** `${workspaceFolder}`. Default: the folder of the configuration. */
  readonly workspaceFolder?: string | undefined;
  /** `${CLAUDE_PLUGIN_ROOT}`. */
  readonly pluginFolder?: string | undefined;
  readonly secrets?: SecretBroker | undefined;
  /** Without it a server that asks something is not started. */
  readonly askInput?: InputPrompt | undefined;
  /** Nobody is asked for anything: a text stands in for each secret and each answer. What comes of it can be looked at only. */
  readonly isLook?: boolean | undefined;
  /** Gives the start up: what is lent later is given back. */
  readonly signal?: AbortSignal | undefined;
}

/** What to start. */
export interface ExpandedStdio {
  readonly kind: 'stdio';
  readonly options: StdioOptions;
  /** Its paths are absolute. */
  readonly sandbox?: SandboxConfig;
}

/** A server that can be started now. The secrets in it are for the server alone. */
export interface ExpandedServer {
  readonly target: ExpandedStdio | ExpandedHttp;
  /** Values that must not be shown: `redact` takes them out of a text. */
  readonly secrets: readonly string[];
  /** Those of them that stand where others see them, in the command line for example: in paths and names made of it too. */
  readonly exposed: readonly string[];
  /** Texts of files that were put in where they say what is run, each by where: they are part of what the server is. */
  readonly files: Readonly<Record<string, string>>;
  /** Names of the variables that the server will see, and why. Empty for a server that is reached. */
  readonly variables: readonly AdmittedVariable[];
  /** Gives back what the broker lent, once. Never rejects: the names of what could not be given back. */
  readonly revoke: () => Promise<readonly string[]>;
}

/**
 * Puts the variables of a server in, once, on a copy: what is put in is not looked at again, and `process.env` is not
 * written, so two starts never see each other's secrets (M-07). Nothing missing becomes empty or stays as it was written:
 * everything that is missing is named, in one error.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG` (with `file` and `pointer`), `MCP_ABORTED`; what was lent is given back
 */
export async function expandServer(config: ServerConfig, context: ExpansionContext = {}): Promise<ExpandedServer> {
  const { signal, platform = process.platform, isLook = false } = context;
  const isAborted = (): boolean => signal?.aborted === true;
  if (isAborted()) throw givenUp(config);
  const host = { ...(context.host ?? process.env) };
  const { folder } = config.source;
  const resolver = new VariableResolver({
    ...context,
    serverName: config.name,
    platform,
    host,
    folder,
    homeFolder: context.homeFolder ?? homeFolder(),
    workspaceFolder: context.workspaceFolder ?? folder,
    inputs: config.inputs ?? [],
    ...(isLook && { secrets: () => Promise.resolve({ value: unasked }), askInput: () => Promise.resolve(unasked) }),
  });
  const work = expand(config, { platform, host, isLook }, resolver);
  try {
    return await untilAborted(work, signal, () => givenUp(config));
  } catch (error) {
    const returned = work
      .then(
        () => {},
        () => {},
      )
      .then(() => giveBack(resolver.lent));
    // What comes when nobody waits any more goes back too.
    if (!isAborted()) await returned;
    throw error;
  }
}

/** Stands for what is not asked for yet. */
const unasked = '(not asked for)';

interface Sources {
  readonly platform: NodeJS.Platform;
  readonly isLook: boolean;
  readonly host: Readonly<Record<string, string | undefined>>;
}

async function expand(config: ServerConfig, sources: Sources, resolver: VariableResolver): Promise<ExpandedServer> {
  const { server } = config;
  const texts = await expandTexts(config, sources.platform, resolver);
  let returned: Promise<readonly string[]> | undefined;
  const revoke = (): Promise<readonly string[]> => (returned ??= giveBack(resolver.lent));
  const { exposed, files } = texts;
  if (server.kind === 'http') {
    const target = httpTarget(server, config, texts, resolver, sources.isLook);
    const secrets = distinct([...texts.secrets, ...httpSecrets(target)]);
    return { target, secrets, exposed, files, variables: [], revoke };
  }
  const fromFile = await fileVariables(server, config, texts);
  const options = stdioOptions(server, config, texts, fromFile);
  const { env = {}, inheritEnv = [] } = options;
  const given = [...Object.entries(env), ...inheritEnv.map((name) => [name, sources.host[name]] as const)];
  const byName = given.flatMap(([name, value]) => (typeof value === 'string' && looksSecret(name) ? [value] : []));
  const sandbox = sandboxOf(config, texts);
  return {
    target: { kind: 'stdio', options, ...(sandbox !== undefined && { sandbox }) },
    secrets: distinct([...texts.secrets, ...byName]),
    exposed,
    files,
    variables: environmentReport({ ...sources, env, inheritEnv, fromFile, set: server.env }),
    revoke,
  };
}

async function fileVariables(
  { envFile }: StdioServer,
  { name, source }: ServerConfig,
  { values }: ExpandedTexts,
): Promise<Readonly<Record<string, string>>> {
  return envFile === undefined ? {} : readEnvFile(resolve(source.folder, values.get(textKey('envFile')) ?? ''), name);
}

function stdioOptions(
  { executable, args, env, inheritEnv, cwd }: StdioServer,
  { source }: ServerConfig,
  { values }: ExpandedTexts,
  fromFile: Readonly<Record<string, string>>,
): StdioOptions {
  const set = Object.entries(env).map(([name, value]) => [
    name,
    value === null ? null : values.get(textKey('env', name)),
  ]);
  return {
    executable: values.get(textKey('command')) ?? executable,
    args: args.map((arg, index) => values.get(textKey('args', index)) ?? arg),
    cwd: cwd === undefined ? source.folder : resolve(source.folder, values.get(textKey('cwd')) ?? cwd),
    env: { ...fromFile, ...Object.fromEntries(set) },
    inheritEnv,
  };
}

function sandboxOf({ sandbox, source }: ServerConfig, { values }: ExpandedTexts): SandboxConfig | undefined {
  const put = (list: readonly string[], ...path: readonly string[]): string[] =>
    list.map((text, index) => values.get(textKey('sandbox', ...path, index)) ?? text);
  if (sandbox?.kind === 'template') return { ...sandbox, command: put(sandbox.command, 'command') };
  if (sandbox?.kind !== 'bubblewrap') return sandbox;
  const absolute = (list: readonly string[], name: string): string[] =>
    put(list, name).map((path) => resolve(source.folder, path));
  return {
    ...sandbox,
    readOnly: absolute(sandbox.readOnly, 'readOnly'),
    writable: absolute(sandbox.writable, 'writable'),
  };
}

function givenUp({ name }: ServerConfig): McpClientError {
  return new McpClientError('MCP_ABORTED', 'the start was given up', { serverName: name, abortedBy: 'caller' });
}

async function giveBack(lent: readonly LentSecret[]): Promise<readonly string[]> {
  const ends = await Promise.allSettled(lent.map(async ({ secret }) => secret.revoke?.()));
  return lent.flatMap(({ name }, index) => (ends[index]?.status === 'rejected' ? [name] : []));
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== '');
}
