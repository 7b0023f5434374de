import { resolve } from 'node:path';
import {
  environmentReport,
  expandServer,
  McpClientError,
  shownVariable,
  type EnvironmentRule,
  type ServerConfig,
} from '@coding-agent/extensions';
import type { Host } from '../host.ts';
import type { PassedVariable } from './workspace.ts';

const ruleWords: Readonly<Record<EnvironmentRule, string>> = {
  base: 'every program needs it',
  inherited: 'passed on: the entry names it',
  'env-file': 'set by the env file of the entry',
  env: 'set by the entry',
  mark: 'set by this command, to find the processes by',
};

/** What a server would be started with, as far as it may be seen. */
export interface PassedVariables {
  readonly variables: readonly PassedVariable[];
  readonly headers: readonly PassedVariable[];
  /** Absolute; undefined for a server that is reached. */
  readonly cwd: string | undefined;
  /** What is missing, or cannot be read, so that it cannot be started. Names, and no values. */
  readonly problem: McpClientError | undefined;
}

/** The names of the variables that a server gets, and where it works. Starts nothing, and asks nobody for a secret. */
export async function passedVariables(config: ServerConfig, host: Host): Promise<PassedVariables> {
  const { platform, env, home, cwd } = host;
  const headers = headersOf(config);
  try {
    const { target, variables } = await expandServer(config, {
      host: env,
      platform,
      homeFolder: home,
      workspaceFolder: cwd,
      isLook: true,
    });
    const named = variables.map(({ name, rule }) => ({ name, rule: ruleWords[rule] }));
    return {
      variables: named,
      headers,
      cwd: target.kind === 'stdio' ? target.options.cwd : undefined,
      problem: undefined,
    };
  } catch (error) {
    if (!(error instanceof McpClientError)) throw error;
    return { variables: likely(config, host), headers, cwd: cwdAsWritten(config), problem: error };
  }
}

/** Something is missing: what the entry says all the same. */
function likely({ server }: ServerConfig, { platform, env: host }: Host): readonly PassedVariable[] {
  if (server.kind === 'http') return [];
  const { env, inheritEnv } = server;
  return environmentReport({ platform, host, env, inheritEnv }).map(({ name, rule }) => ({
    name,
    rule: ruleWords[rule],
  }));
}

/** Undefined too where a variable is in it. */
function cwdAsWritten({ server, source }: ServerConfig): string | undefined {
  if (server.kind === 'http' || server.cwd?.includes('$') === true) return undefined;
  return server.cwd === undefined ? source.folder : resolve(source.folder, server.cwd);
}

function headersOf({ server }: ServerConfig): readonly PassedVariable[] {
  if (server.kind === 'stdio') return [];
  const { headers, headersFromEnv, bearerTokenEnv } = server;
  return [
    ...Object.keys(headers).map((name) => ({ name, rule: 'set by the entry' })),
    ...Object.entries(headersFromEnv).map(([name, variable]) => ({ name, rule: fromVariable(variable) })),
    ...(bearerTokenEnv === undefined ? [] : [{ name: 'Authorization', rule: fromVariable(bearerTokenEnv) }]),
  ];
}

function fromVariable(name: string): string {
  return `from the variable ${shownVariable(name)}`;
}
