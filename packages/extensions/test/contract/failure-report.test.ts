import { expect } from 'vitest';
import { errorFrom, McpClientError, type ErrorCode } from '../../src/errors.ts';
import { ToolFailedError } from '../../src/adapter/registry-tool.ts';
import type { FailurePhase } from '../../src/trace/failure-phase.ts';
import { factsReport, type FailureReport } from '../../src/trace/failure-report.ts';
import { formatFailureReport } from '../../src/trace/format-failure-report.ts';
import { ada, at, published, reported } from '../support/failure-reports.ts';
import { errorOf } from '../support/peer.ts';
import { processClient } from '../support/process-client.ts';
import { verifies } from './verifies.ts';

const host = {
  package: '@coding-agent/extensions',
  version: '0.0.0',
  node: process.versions.node,
  platform: process.platform,
  arch: process.arch,
};

verifies(
  'O-04',
  'a server that ends in its handshake is told with how, and with what it wrote last',
  async (context) => {
    const { client } = processClient(context, { mode: 'exit-in-handshake' }, { serverName: 'files', era: 'legacy' });
    const report = reported(await errorOf(client.initialize()), { identity: 'a'.repeat(64), durationMs: 12.7 });
    expect(report).toEqual({
      at: at.toISOString(),
      host,
      server: { name: 'files', identity: 'a'.repeat(64) },
      code: 'MCP_HANDSHAKE_FAILED',
      message: expect.stringContaining('before the handshake was done'),
      phase: 'handshake',
      request: { method: 'initialize', id: 1, durationMs: 13 },
      process: { exitCode: 7, signal: null },
      stderr: { text: expect.stringMatching(/\S/), truncated: false },
      causes: [{ code: 'MCP_PROCESS_EXIT', message: expect.any(String) }],
    });
  },
);

verifies(
  'O-04',
  'a call that is refused is told with revision, tool, id and the code of the server',
  async (context) => {
    const { client } = processClient(context, {}, { serverName: 'files', era: 'legacy' });
    await client.initialize();
    const data = { row: 'its data' };
    const error = await errorOf(client.callTool('fail', { code: -32_000, message: 'no such table', data }));
    const report = reported(error, { handshake: client.server, tool: 'fail', instanceId: 'one' });
    expect(report).toMatchObject({
      server: {
        name: 'files',
        instanceId: 'one',
        claims: client.server?.serverInfo,
        era: 'legacy',
        protocolVersion: '2025-11-25',
      },
      code: 'MCP_ERROR',
      message: 'no such table',
      phase: 'call',
      request: { method: 'tools/call', tool: 'fail', id: expect.any(Number), remoteCode: -32_000 },
    });
    expect(JSON.stringify(report)).not.toContain('its data');
  },
);

verifies('O-04', 'what is not known of the phase by its code is known by the method, or by the cause', () => {
  const phaseOf = (code: ErrorCode, details = {}): FailurePhase =>
    reported(new McpClientError(code, 'x', details)).phase;
  expect(phaseOf('MCP_TIMEOUT', { method: 'tools/list' })).toBe('discovery');
  expect(phaseOf('MCP_TIMEOUT', { method: 'prompts/list' })).toBe('request');
  expect(phaseOf('MCP_DENIED', { method: 'tools/call' })).toBe('admission');
  expect(phaseOf('MCP_PROCESS_EXIT')).toBe('connection');
  expect(phaseOf('CLIENT_CLOSED', { cause: new McpClientError('MCP_UNSUPPORTED_VERSION', 'x') })).toBe('handshake');
  expect(reported(new RangeError('x'))).toMatchObject({ code: 'RangeError', phase: 'unknown' });
  expect(reported(new RangeError('x'), { method: 'tools/call' }).phase).toBe('call');
  expect(reported(new RangeError('x'), { phase: 'discovery' }).phase).toBe('discovery');
});

verifies(
  'O-04',
  'the ends of a process, of a timeout and of the system are told from wherever in the causes they are',
  () => {
    const ended = errorFrom({
      code: 'MCP_PROCESS_EXIT',
      message: 'it ended',
      exitCode: null,
      signal: 'SIGKILL',
      stderrTail: 'a\nb',
    });
    const closed = new McpClientError('CLIENT_CLOSED', 'closed', { cause: ended, method: 'tools/call' });
    expect(reported(closed)).toMatchObject({
      process: { exitCode: null, signal: 'SIGKILL' },
      stderr: { text: 'a\nb', truncated: false },
    });
    const system = Object.assign(new Error('spawn x ENOENT'), { code: 'ENOENT' });
    expect(reported(system)).toMatchObject({ code: 'ENOENT', process: { errno: 'ENOENT' } });
    const late = errorFrom({
      code: 'MCP_TIMEOUT',
      message: 'late',
      timeout: 'idle',
      timeoutMs: 50,
      method: 'tools/call',
    });
    expect(reported(late).request).toEqual({ method: 'tools/call', timeout: 'idle', timeoutMs: 50 });
  },
);

verifies('O-04', 'a tool that says it failed is told without its words: they are a result', () => {
  const outcome = { isError: true, content: [], text: 'row 17 is Ada', truncations: [] };
  const report = reported(new ToolFailedError(outcome), { tool: 'read' });
  expect(report).toMatchObject({ code: 'TOOL_FAILED', phase: 'call', request: { tool: 'read' } });
  expect(JSON.stringify(report)).not.toContain('Ada');
});

verifies('O-04', 'as Markdown it is short, aligned, and says what is not in it', () => {
  const error = errorFrom({
    code: 'MCP_HANDSHAKE_FAILED',
    message: 'before the handshake was done: it ended',
    serverName: 'files',
    method: 'initialize',
    requestId: 1,
    outcome: 'unknown',
    exitCode: 7,
    signal: null,
    stderrTail: 'Error: no module\n    at /home/ada/x.js:1\n',
    stderrTruncated: true,
    timeoutMs: 500,
    cause: new Error('why'),
  });
  const handshake = {
    era: 'legacy',
    protocolVersion: '2025-11-25',
    serverInfo: { name: 'files', version: '1.2.3' },
  } as const;
  const report: FailureReport = {
    ...reported(error, { identity: 'abc', handshake, durationMs: 20 }),
    host: { ...host, node: '20.1.2', platform: 'linux', arch: 'x64' },
  };
  const lines = formatFailureReport(report).split('\n');
  const [leftOut, end] = lines.splice(-2);
  expect(lines).toEqual([
    '### MCP failure report: `MCP_HANDSHAKE_FAILED`',
    '',
    '```text',
    'code         MCP_HANDSHAKE_FAILED',
    'message      before the handshake was done: it ended',
    'phase        handshake',
    'method       initialize',
    'request id   1',
    'duration     20 ms',
    'timeout      500 ms',
    'process      exit code 7',
    'cause 1      Error: why',
    'server       files',
    'says it is   files 1.2.3',
    'identity     abc',
    'protocol     2025-11-25 (legacy)',
    'time         2026-01-02T03:04:05.678Z',
    'client       @coding-agent/extensions 0.0.0',
    'host         Node.js 20.1.2, linux x64',
    '```',
    '',
    'The last lines of its stderr:',
    '',
    '```text',
    'Error: no module',
    '    at ~/x.js:1',
    '```',
    '',
  ]);
  expect(leftOut).toMatch(/^Left out: arguments, results, and values of variables/);
  expect(end).toBe('');
});

verifies('O-04', 'without a failure there are the facts', () => {
  const facts = factsReport({ serverName: 'files', at, owner: ada });
  expect(facts).toEqual({ at: at.toISOString(), server: { name: 'files' }, host });
  expect(formatFailureReport(facts)).toMatch(/^### MCP report: facts, and no failure\n\n```text\nserver {7}files\n/);
  expect(factsReport({ at, owner: ada })).toEqual({ at: at.toISOString(), host });
});

verifies('O-04', 'a server over HTTP is told by origin and path, with the status, and without what it was sent', () => {
  const url = 'https://user:pass-of-ada@mcp.example.com:8443/v1/mcp?api_key=key-of-the-query-1#top';
  const message = 'the server answered HTTP 401: pass-of-ada, key-of-the-query-1 and token-of-the-header are not known';
  const error = new McpClientError('MCP_UNAUTHORIZED', message, { method: 'tools/call', httpStatus: 401 });
  const context = { url, secrets: ['token-of-the-header'], serverName: 'remote' };
  const report = reported(error, context);
  expect(report).toMatchObject({
    server: { name: 'remote', address: 'https://mcp.example.com:8443/v1/mcp' },
    request: { method: 'tools/call', httpStatus: 401 },
    phase: 'call',
  });
  const all = published(error, context);
  expect(all).toMatch(/^address {6}https:\/\/mcp\.example\.com:8443\/v1\/mcp$/m);
  expect(all).toMatch(/^HTTP status {2}401$/m);
  expect(all).not.toMatch(/pass-of-ada|key-of-the-query|token-of-the-header|api_key/);
  expect(reported(error, { url: 'no address' }).server).toBeUndefined();
});
