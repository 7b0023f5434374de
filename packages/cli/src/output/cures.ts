import { shellWord } from './shell-word.ts';

/** What to do about an error of the library, by its code: one sentence, with a command where there is one. */
export function cureOf(code: string, server: string | undefined): string {
  const name = server === undefined ? '<server>' : shellWord(server);
  const doctor = server === undefined ? 'mcp doctor' : `mcp doctor ${name}`;
  const cure = Object.hasOwn(cures, code) ? cures[code] : undefined;
  if (cure !== undefined) return cure({ doctor, server: name });
  return `see what is wrong: ${doctor}`;
}

interface Words {
  readonly doctor: string;
  readonly server: string;
}

const cures: Readonly<Record<string, (words: Words) => string>> = {
  MCP_INVALID_CONFIG: ({ doctor }) => `put the configuration right; what was read, and from where: ${doctor}`,
  MCP_DENIED: ({ doctor }) => `the configuration forbids it; see which entry: ${doctor}`,
  MCP_APPROVAL_REQUIRED: ({ server }) => `look at it and say yes: mcp approve ${server}`,
  MCP_QUARANTINED: ({ server }) => `find out why it fails (mcp doctor ${server}), then: mcp quarantine clear ${server}`,
  MCP_UNKNOWN_TOOL: ({ server }) => `see its tools: mcp list ${server}`,
  MCP_INVALID_PARAMS: ({ server }) => `see what the tool takes: mcp list ${server}`,
  MCP_SPAWN_FAILED: ({ doctor }) => `see which program was looked for, and where: ${doctor}`,
  MCP_HANDSHAKE_FAILED: ({ doctor }) => `see what the server said, and what it was started with: ${doctor}`,
  MCP_UNSUPPORTED_VERSION: () => 'install a release of the server that speaks one of these revisions',
  MCP_CAPABILITY_MISSING: ({ doctor }) => `the server does not offer it; see what it does: ${doctor}`,
  MCP_TIMEOUT: () => 'give it more time: --timeout 2m; what it was doing may still go on at the server',
  MCP_PROCESS_EXIT: ({ doctor }) =>
    `the server ended; what it was doing may be half done. See whether it starts: ${doctor}`,
  MCP_ERROR: ({ server }) => `the server refused the request; see what the tool takes: mcp list ${server}`,
  MCP_INVALID_RESULT: () => 'tell whoever wrote the server; the tool may have done its work all the same',
  MCP_RESULT_TOO_LARGE: () => 'ask for less: many tools can page, or filter; the tool has done its work',
  MCP_BUSY: () => 'try it again when fewer calls are under way',
};
