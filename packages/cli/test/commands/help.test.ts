import { errorCodes, type ErrorCode } from '@coding-agent/extensions/client';
import { expect, test } from 'vitest';
import { exitCodes, exitCodeOf, worstOf } from '../../src/exit-codes.ts';
import { plainAdvice } from '../../src/output/advice.ts';
import { cureOf } from '../../src/output/cures.ts';
import { runInMemory } from '../support/run-in-memory.ts';

test.each([['--help'], ['help'], ['-h']])('mcp %s shows commands, examples and exit codes', async (word) => {
  const { exitCode, out, err } = await runInMemory([word]);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  for (const command of ['list', 'call', 'doctor', 'approve', 'quarantine', 'trace', 'run'])
    expect(out).toMatch(new RegExp(`^  ${command} `, 'm'));
  expect(out).toContain('Examples:');
  for (const code of Object.values(exitCodes)) expect(out).toMatch(new RegExp(`^  ${code} `, 'm'));
});

test.each(['list', 'call', 'doctor', 'approve', 'quarantine', 'trace', 'run'])(
  'mcp %s --help has examples and the common options',
  async (command) => {
    const { exitCode, out } = await runInMemory([command, '--help']);
    expect(exitCode).toBe(0);
    expect(out).toContain(`$ mcp ${command}`);
    expect(out).toContain('--json');
    expect(out).toContain('--config <file>');
  },
);

test('mcp --version', async () => {
  await expect(runInMemory(['--version'])).resolves.toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
});

test('who asks for a document gets one, also for help and the version', async () => {
  const version = await runInMemory(['--json', '--version']);
  expect(version.document()).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  for (const words of [['--help'], ['help'], ['help', 'call'], ['call', '--help'], ['quarantine', '--help']]) {
    const { exitCode, document } = await runInMemory([...words, '--json']);
    expect({ exitCode, document: document() }).toEqual({
      exitCode: 0,
      document: { help: expect.stringContaining('Usage: mcp') },
    });
  }
});

test('a slip in a command or an option is told with what may have been meant', async () => {
  const command = await runInMemory(['lits']);
  expect(command.err).toContain('Did you mean list?');
  const option = await runInMemory(['list', '--jsn']);
  expect(option.err).toContain('Did you mean --json?');
});

test.each([
  [['list', '--foo'], 'see mcp help list'],
  [['call'], 'see mcp help call'],
  [['quarantine'], 'see what there is: mcp help quarantine'],
  [['--foo'], 'see mcp --help'],
])('%j is told where its own words are explained', async (words, next) => {
  const { exitCode, err } = await runInMemory(words);
  expect(exitCode).toBe(1);
  expect(err).toMatch(new RegExp(`→ ${next}\n$`));
});

test('the exit code of several is that of the worst', () => {
  const { ok, approval, unreachable, configuration, toolError } = exitCodes;
  expect(worstOf([])).toBe(ok);
  expect(worstOf([ok, approval, ok])).toBe(approval);
  expect(worstOf([unreachable, approval])).toBe(unreachable);
  expect(worstOf([unreachable, configuration, toolError])).toBe(configuration);
});

test('every error of the library ends with a code that was chosen', () => {
  const chosen: Readonly<Record<ErrorCode, number>> = {
    MCP_TIMEOUT: 4,
    MCP_ABORTED: 130,
    MCP_ERROR: 5,
    MCP_PROCESS_EXIT: 4,
    CLIENT_CLOSED: 4,
    MCP_BUSY: 4,
    MCP_NOT_INITIALIZED: 4,
    MCP_SPAWN_FAILED: 4,
    MCP_HANDSHAKE_FAILED: 4,
    MCP_UNSUPPORTED_VERSION: 4,
    MCP_CAPABILITY_MISSING: 4,
    MCP_PROTOCOL_ERROR: 4,
    MCP_MESSAGE_TOO_LARGE: 4,
    MCP_INVALID_PARAMS: 1,
    MCP_INVALID_RESULT: 5,
    MCP_RESULT_TOO_LARGE: 5,
    MCP_WRITE_FAILED: 4,
    MCP_UNKNOWN_TOOL: 1,
    MCP_INVALID_CONFIG: 2,
    MCP_DENIED: 2,
    MCP_APPROVAL_REQUIRED: 3,
    MCP_QUARANTINED: 4,
    MCP_BUDGET_EXCEEDED: 4,
    MCP_CONNECTION_FAILED: 4,
    MCP_HTTP_ERROR: 4,
    MCP_UNAUTHORIZED: 2,
    MCP_SESSION_EXPIRED: 4,
  };
  expect(errorCodes.map((code) => [code, exitCodeOf({ code })])).toEqual(
    errorCodes.map((code) => [code, chosen[code]]),
  );
  const ofRun = { config: [], isCommand: true };
  for (const code of errorCodes) expect(cureOf(code, 'command', ofRun)).not.toMatch(/mcp \w+ command/);
  const ofAddress = { ...ofRun, isAddress: true };
  for (const code of errorCodes) expect(cureOf(code, 'server', ofAddress)).not.toMatch(/mcp \w+ server|the command/);
  for (const code of errorCodes) expect(cureOf(code, 'files', plainAdvice)).not.toBe('');
});

test('a code that is not known means that the server was not there; a cure is always told', () => {
  expect(exitCodeOf({ code: 'MCP_SOMETHING' })).toBe(4);
  expect(exitCodeOf({ code: 'toString' })).toBe(4);
  expect(cureOf('toString', undefined, plainAdvice)).toBe('see what is wrong: mcp doctor');
  expect(cureOf('MCP_TIMEOUT', 'files', plainAdvice)).toContain('--timeout');
});

test('a wrong path, and TLS where none is spoken, are what an entry has to say otherwise', () => {
  const codeOf = (more: object): number => exitCodeOf({ code: 'MCP_HTTP_ERROR', ...more });
  expect([404, 405, 410].map((httpStatus) => codeOf({ httpStatus }))).toEqual([2, 2, 2]);
  expect([429, 500, 503].map((httpStatus) => codeOf({ httpStatus }))).toEqual([4, 4, 4]);
  expect(exitCodeOf({ code: 'MCP_CONNECTION_FAILED', errno: 'EPROTO' })).toBe(2);
  expect(exitCodeOf({ code: 'MCP_CONNECTION_FAILED', errno: 'ECONNREFUSED' })).toBe(4);
  // The path was right, and the session is over.
  expect(exitCodeOf({ code: 'MCP_SESSION_EXPIRED', httpStatus: 404 })).toBe(4);
});
