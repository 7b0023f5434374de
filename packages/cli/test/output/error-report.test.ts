import { McpClientError } from '@coding-agent/extensions';
import { expect, test } from 'vitest';
import { configured, failed } from '../support/fake-backend.ts';
import { runInMemory } from '../support/run-in-memory.ts';

const mayBe = /it may have been executed/;

function unauthorized(method: string): McpClientError {
  return new McpClientError('MCP_UNAUTHORIZED', 'HTTP 401', {
    serverName: 'files',
    httpStatus: 401,
    outcome: 'unknown',
    method,
  });
}

test.each(['initialize', 'server/discover', 'tools/list'])(
  'what failed at %s was executed by no tool',
  async (method) => {
    const call = (): Promise<never> => Promise.reject(unauthorized(method));
    const called = await runInMemory(['call', 'files/read_file', 'path=x'], { call });
    expect(called.err).toContain('HTTP 401');
    expect(called.err).not.toMatch(mayBe);
    const run = await runInMemory(['run', 'https://example.com/mcp'], {
      listings: [failed('server', unauthorized(method))],
    });
    expect(run.err).not.toMatch(mayBe);
  },
);

test.each(['tools/call', undefined])('in a list nothing is executed, whatever failed: %s', async (method) => {
  const error = new McpClientError('MCP_PROCESS_EXIT', 'it ended', {
    serverName: 'files',
    outcome: 'unknown',
    ...(method !== undefined && { method }),
  });
  const options = { workspace: { servers: [configured('files')] }, listings: [failed('files', error)] };
  for (const words of [['list'], ['list', '--json'], ['doctor'], ['doctor', '--json']]) {
    const { out } = await runInMemory(words, options);
    expect(out).toContain('it ended');
    expect(out).not.toMatch(mayBe);
    expect(out).not.toContain('"outcome"');
  }
  const call = (): Promise<never> => Promise.reject(error);
  const called = await runInMemory(['call', 'files/read_file', 'path=x'], { call });
  expect(called.err).toMatch(mayBe);
});

test('the doctor sends nobody to the doctor', async () => {
  for (const code of [
    'MCP_CONNECTION_FAILED',
    'MCP_HANDSHAKE_FAILED',
    'MCP_SPAWN_FAILED',
    'MCP_PROCESS_EXIT',
  ] as const) {
    const error = new McpClientError(code, 'it failed', { serverName: 'files' });
    const { out } = await runInMemory(['doctor', 'files'], { listings: [failed('files', error)] });
    expect(out).toContain('it failed');
    expect(out).not.toContain('mcp doctor');
  }
});
