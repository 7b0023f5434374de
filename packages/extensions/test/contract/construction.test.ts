import { watchResources } from '@coding-agent/fixture-servers/testing';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { McpClientError } from '../../src/errors.ts';
import { McpClient, type McpClientOptions } from '../../src/mcp-client.ts';
import { verifies } from './verifies.ts';

describe('construction', () => {
  verifies('C-01', 'without a program and without an address it is said what to give', () => {
    const problem =
      (options: object): (() => McpClient) =>
      () =>
        new McpClient(options as McpClientOptions);
    expect(problem({ url: undefined })).toThrow('url is undefined: give the address');
    expect(problem({})).toThrow('give executable (a program) or url (an address)');
    expect(problem({ executable: undefined })).toThrow(/executable/);
  });

  verifies('C-01', 'everything is checked at construction, by name, and nothing is started', () => {
    const bad: [Partial<McpClientOptions>, RegExp][] = [
      [{ executable: '' }, /executable/],
      [{ executable: 'no\0de' }, /executable/],
      [{ executable: 7 as never }, /executable/],
      [{ args: 'run server' as never }, /args/],
      [{ args: ['fine', 7 as never] }, /args/],
      [{ args: ['a\0b'] }, /args/],
      [{ cwd: '' }, /cwd/],
      [{ env: { 'A=B': 'c' } }, /env/],
      [{ env: { A: 'c\0' } }, /env/],
      [{ env: { A: 7 as never } }, /env/],
      [{ inheritEnv: [''] }, /inheritEnv/],
      [{ timeouts: { requestMs: 3e9 } }, /timeouts\.requestMs/],
      [{ timeouts: { requestMs: 0 } }, /timeouts\.requestMs/],
      [{ timeouts: { requestMs: 1.5 } }, /timeouts\.requestMs/],
      [{ timeouts: { requestMS: 5 } as never }, /timeouts\.requestMS does not exist/],
      [{ limits: { maxLineBytes: 0 } }, /limits\.maxLineBytes/],
      [{ limits: { maxPending: Infinity } }, /limits\.maxPending/],
      [{ limits: { maxLineBytes: '1' as never } }, /limits\.maxLineBytes/],
      [{ clientInfo: { name: '', version: '1' } }, /clientInfo/],
      [{ stdout: 'lenient' as never }, /stdout/],
      [{ handlers: { 'roots/list': true as never } }, /handlers/],
      [{ capabilities: { roots: () => {} } }, /capabilities\.roots is a function/],
      [{ onNotification: 'yes' as never }, /onNotification/],
      [{ concurrency: { tools: { slow: 0 } } }, /concurrency of slow/],
      [{ concurrency: { tools: { perTool: -1 } } }, /concurrency of perTool/],
      [{ concurrency: { perTool: 0 } }, /concurrency\.perTool/],
      [{ concurrency: null as never }, /concurrency/],
      [{ concurrency: { perTols: 1 } as never }, /concurrency\.perTols does not exist/],
      [{ handlers: null as never }, /handlers/],
      [{ handlers: { 'sampling/createMessage': () => ({}) } }, /capabilities\.sampling/],
      [{ handlers: { 'elicitation/create': () => ({}) } }, /capabilities\.elicitation/],
      [{ handlers: { 'roots/list': () => ({}) } }, /capabilities\.roots/],
      [{ capabilities: { roots: { listChanged: true } } }, /capabilities\.roots\.listChanged cannot be declared/],
      [{ capabilities: { tasks: {} } }, /capabilities\.tasks cannot be declared/],
      [{ capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } }, /extensions.*cannot be declared/],
      [{ timeouts: 5 as never }, /timeouts/],
      [{ excutable: 'node' } as never, /excutable does not exist/],
      [{ maxLineBytes: 5 } as never, /maxLineBytes does not exist/],
    ];
    const resources = watchResources({ folder: fileURLToPath(new URL('../../src', import.meta.url)) });
    for (const [options, words] of bad) {
      const construct = (): McpClient => new McpClient({ executable: 'node', ...options });
      expect(construct, JSON.stringify(options)).toThrow(McpClientError);
      expect(construct, JSON.stringify(options)).toThrow(
        expect.objectContaining({ code: 'MCP_INVALID_CONFIG', message: expect.stringMatching(words) }),
      );
    }
    const client = new McpClient({ executable: '/does/not/exist', cwd: '/does/not/exist' });
    expect([client.state, client.pendingCount]).toEqual(['idle', 0]);
    resources.stop();
    expect([resources.timers(), resources.children(), resources.pipes()]).toEqual([[], 0, 0]);
  });
});
