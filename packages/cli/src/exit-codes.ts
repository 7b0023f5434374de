/**
 * What a command ends with. Stable: scripts branch on it. The numbers are those of the MCP inspector, as far as it has them
 * (clients/cli/src/error-handler.ts of modelcontextprotocol/inspector), so that scripts carry over.
 */
export const exitCodes = {
  ok: 0,
  /** The command line, or the arguments of a tool, are not what they should be. */
  usage: 1,
  /** A configuration is missing, or says something that cannot be, or not who may speak with the server. */
  configuration: 2,
  /** Somebody must look at a server, and say yes, before it is started. */
  approval: 3,
  /** A server cannot be started or reached, or does not answer. */
  unreachable: 4,
  /** The tool ran, or was asked to, and says that it failed. */
  toolError: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** From harmless to what must be repaired first: a command that meets several ends with the last of them. */
const bySeverity: readonly ExitCode[] = [
  exitCodes.ok,
  exitCodes.approval,
  exitCodes.toolError,
  exitCodes.unreachable,
  exitCodes.configuration,
  exitCodes.usage,
  exitCodes.interrupted,
];

export function worstOf(codes: Iterable<ExitCode>): ExitCode {
  let worst: ExitCode = exitCodes.ok;
  for (const code of codes) if (bySeverity.indexOf(code) > bySeverity.indexOf(worst)) worst = code;
  return worst;
}

/** By the code of an error of `@coding-agent/extensions`. */
const ofErrors: Readonly<Record<string, ExitCode>> = {
  MCP_INVALID_CONFIG: exitCodes.configuration,
  MCP_DENIED: exitCodes.configuration,
  // It is there, and answers: to try again is of no use before its entry holds a token that it takes.
  MCP_UNAUTHORIZED: exitCodes.configuration,
  MCP_APPROVAL_REQUIRED: exitCodes.approval,
  MCP_UNKNOWN_TOOL: exitCodes.usage,
  MCP_INVALID_PARAMS: exitCodes.usage,
  MCP_ERROR: exitCodes.toolError,
  MCP_INVALID_RESULT: exitCodes.toolError,
  MCP_RESULT_TOO_LARGE: exitCodes.toolError,
  MCP_ABORTED: exitCodes.interrupted,
};

/** There is no such path, it takes no messages, or it is gone: another one belongs into the entry. */
const wrongPaths: readonly (number | undefined)[] = [404, 405, 410];

/** Everything else means that the server was not there, or went away. */
export function exitCodeOf({ code, httpStatus, errno }: FailedWith): ExitCode {
  const own = Object.hasOwn(ofErrors, code) ? ofErrors[code] : undefined;
  if (own !== undefined) return own;
  // TLS is not spoken there: the scheme, or the port, is another one.
  const isWrongAddress = wrongPaths.includes(httpStatus) || errno === 'EPROTO';
  return isWrongAddress && code !== 'MCP_SESSION_EXPIRED' ? exitCodes.configuration : exitCodes.unreachable;
}

interface FailedWith {
  readonly code: string;
  readonly httpStatus?: number | undefined;
  readonly errno?: string | undefined;
}
