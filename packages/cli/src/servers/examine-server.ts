import { statSync } from 'node:fs';
import { describeSandbox, McpClientError, type QuarantineStore, type ServerConfig } from '@coding-agent/extensions';
import type { Host } from '../host.ts';
import { plainAdvice } from '../output/advice.ts';
import { cureOf } from '../output/cures.ts';
import { passedVariables } from './passed-variables.ts';
import type { Examination, Problem, QuarantineEntry, Review } from './workspace.ts';

export interface ExamineOptions {
  readonly config: ServerConfig;
  readonly host: Host;
  readonly quarantine: QuarantineStore;
  /** @throws McpClientError when what it is cannot be found out */
  readonly review: () => Promise<Review>;
}

/** Looks at a server from outside. Never fails: what could not be found out is a problem with a cure. */
export async function examineServer({ config, host, quarantine, review }: ExamineOptions): Promise<Examination> {
  const { name, wishes } = config;
  const { variables, headers, cwd, problem } = await passedVariables(config, host);
  const problems: Problem[] =
    problem === undefined ? [] : [{ ...problemOf(problem, config), cure: missingCure(config) }];
  const cwdExists = cwd === undefined ? undefined : isFolder(cwd);
  const noFolder = cwdExists === false ? `its working directory ${cwd} does not exist` : undefined;
  if (noFolder !== undefined)
    problems.push({ serverName: name, message: noFolder, cure: 'make it, or put "cwd" right' });
  const about = {
    server: name,
    environment: variables,
    headers,
    programs: [],
    ...(cwd === undefined ? {} : { cwd, cwdExists: cwdExists === true }),
    sandbox: describeSandbox(config),
    wishes,
  };
  if (problems.length > 0) {
    const failure = problem ?? new McpClientError('MCP_INVALID_CONFIG', noFolder ?? '', { serverName: name });
    return { ...about, changes: [], status: 'unknown', canStart: false, problems, failure };
  }
  try {
    const seen = await review();
    const entry = (await quarantine.list()).find(({ identityHash }) => identityHash === seen.fingerprint);
    return {
      ...about,
      ...seen,
      canStart: true,
      problems,
      ...(entry === undefined ? {} : { quarantine: quarantineEntry(entry), failure: quarantined(entry) }),
    };
  } catch (error) {
    if (!(error instanceof McpClientError)) throw error;
    const found = [problemOf(error, config)];
    return { ...about, changes: [], status: 'unknown', canStart: false, problems: found, failure: error };
  }
}

function problemOf({ code, message }: McpClientError, { name, source }: ServerConfig): Problem {
  const { file, pointer } = source;
  return {
    serverName: name,
    ...(file === undefined ? {} : { file }),
    pointer,
    message,
    cure: startCures[code] ?? cureOf(code, name, plainAdvice),
  };
}

/** In the report of `doctor` itself it helps nobody to be sent to `doctor`. */
const startCures: Readonly<Record<string, string>> = {
  MCP_INVALID_CONFIG: 'put right what it names',
  MCP_SPAWN_FAILED: 'install the program, or write its whole path as "command"',
};

/** For what the entry refers to and is not there. */
function missingCure({ server }: ServerConfig): string {
  const cure = 'set what is missing in the environment of this command';
  const isNamed =
    server.kind === 'http' && (server.bearerTokenEnv ?? Object.keys(server.headersFromEnv)[0]) !== undefined;
  // Where the NAME of a variable stands, no value is to be written: it would be shown.
  return isNamed ? cure : `${cure}, or write the value into the entry`;
}

function quarantined({ serverName, cause, failures }: StoredQuarantine): McpClientError {
  const message = `it is in quarantine after ${failures} failures; the last one: ${cause}`;
  return new McpClientError('MCP_QUARANTINED', message, { serverName, failures });
}

type StoredQuarantine = Awaited<ReturnType<QuarantineStore['list']>>[number];

function quarantineEntry({ serverName, identityHash, cause, failures, since }: StoredQuarantine): QuarantineEntry {
  return { server: serverName, fingerprint: identityHash, cause, failures, since };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
