import { advised, anyServer, seeTools, type Advice } from './advice.ts';

/** What to do about an error of the library, by its code: one sentence, with a command where there is one. */
export function cureOf(code: string, server: string | undefined, advice: Advice): string {
  const name = server ?? anyServer;
  const words: Words = {
    doctor: advised('doctor', server, advice),
    tools: seeTools(name, advice),
    approve: advised('approve', name, advice),
    clear: advised('quarantine clear', name, advice),
  };
  const ofKind = advice.isAddress === true ? curesOfAddresses : curesOfCommands;
  const own = advice.isCommand && Object.hasOwn(ofKind, code) ? ofKind[code] : undefined;
  if (own !== undefined) return own;
  const cure = Object.hasOwn(cures, code) ? cures[code] : undefined;
  if (cure !== undefined) return cure(words);
  if (advice.isAddress === true) return seeAddress;
  return advice.isCommand ? startByHand : `see what is wrong: ${words.doctor}`;
}

interface Words {
  readonly doctor: string;
  readonly tools: string;
  readonly approve: string;
  readonly clear: string;
}

const seeAddress = 'see whether the address is that of an MCP server, and whether others reach it';

const startByHand = 'start the command by hand, without mcp run --, and see what it says';

/** Of a server that is in no file: `mcp doctor` cannot look at it. */
const curesOfCommands: Readonly<Record<string, string>> = {
  MCP_INVALID_CONFIG: 'see how a command is written: mcp help run',
  MCP_SPAWN_FAILED: 'install the program, or write its whole path',
  MCP_HANDSHAKE_FAILED: startByHand,
  MCP_DENIED: startByHand,
  MCP_APPROVAL_REQUIRED: startByHand,
  MCP_QUARANTINED: startByHand,
  MCP_CAPABILITY_MISSING: 'the server does not offer it',
  MCP_PROCESS_EXIT: 'the server ended; what it was doing may be half done',
  MCP_CONNECTION_FAILED: startByHand,
  MCP_HTTP_ERROR: startByHand,
};

/** Of an address that is in no file. */
const curesOfAddresses: Readonly<Record<string, string>> = {
  MCP_INVALID_CONFIG: 'see how an address is written: mcp help run',
  MCP_SPAWN_FAILED: seeAddress,
  MCP_HANDSHAKE_FAILED: seeAddress,
  MCP_DENIED: seeAddress,
  MCP_APPROVAL_REQUIRED: seeAddress,
  MCP_QUARANTINED: seeAddress,
  MCP_CAPABILITY_MISSING: 'the server does not offer it',
  MCP_PROCESS_EXIT: seeAddress,
  MCP_CONNECTION_FAILED: 'see whether the address is right, and the server runs',
  MCP_HTTP_ERROR: 'see whether the path of the address is right; if it is, ask whoever runs the server',
  MCP_UNAUTHORIZED: 'name the variable that holds a token which it takes: --bearer-env <variable>',
};

const cures: Readonly<Record<string, (words: Words) => string>> = {
  MCP_INVALID_CONFIG: ({ doctor }) => `put the configuration right; what was read, and from where: ${doctor}`,
  MCP_DENIED: ({ doctor }) => `the configuration forbids it; see which entry: ${doctor}`,
  MCP_APPROVAL_REQUIRED: ({ approve }) => `look at it and say yes: ${approve}`,
  MCP_QUARANTINED: ({ doctor, clear }) => `find out why it fails (${doctor}), then: ${clear}`,
  MCP_UNKNOWN_TOOL: ({ tools }) => `see its tools: ${tools}`,
  MCP_INVALID_PARAMS: ({ tools }) => `see what the tool takes: ${tools}`,
  MCP_SPAWN_FAILED: ({ doctor }) => `see which program was looked for, and where: ${doctor}`,
  MCP_HANDSHAKE_FAILED: ({ doctor }) => `see what the server said, and what it was started with: ${doctor}`,
  MCP_UNSUPPORTED_VERSION: () => 'install a release of the server that speaks one of these revisions',
  MCP_CAPABILITY_MISSING: ({ doctor }) => `the server does not offer it; see what it does: ${doctor}`,
  MCP_TIMEOUT: () => 'give it more time: --timeout 2m; what it was doing may still go on at the server',
  MCP_PROCESS_EXIT: ({ doctor }) =>
    `the server ended; what it was doing may be half done. See whether it starts: ${doctor}`,
  MCP_ERROR: ({ tools }) => `the server refused the request; see what the tool takes: ${tools}`,
  MCP_INVALID_RESULT: () => 'tell whoever wrote the server; the tool may have done its work all the same',
  MCP_RESULT_TOO_LARGE: () => 'ask for less: many tools can page, or filter; the tool has done its work',
  MCP_CONNECTION_FAILED: ({ doctor }) => `see how far the way to it goes: ${doctor}`,
  MCP_HTTP_ERROR: ({ doctor }) => `see whether the address is right (${doctor}); if it is, ask whoever runs the server`,
  MCP_UNAUTHORIZED: () =>
    'give it a token that it takes: "bearerTokenEnv" in its entry names the variable that holds it',
  MCP_SESSION_EXPIRED: () => 'do it again: a new session begins by itself',
  MCP_BUSY: () => 'try it again when fewer calls are under way',
};
