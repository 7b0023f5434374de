import { homedir, hostname, userInfo } from 'node:os';
import { expect } from 'vitest';
import { errorFrom, McpClientError } from '../../src/errors.ts';
import { McpClient } from '../../src/mcp-client.ts';
import { failureReport } from '../../src/trace/failure-report.ts';
import { formatFailureReport } from '../../src/trace/format-failure-report.ts';
import { launchSecrets } from '../../src/trace/launch-secrets.ts';
import { published, reported } from '../support/failure-reports.ts';
import { errorOf } from '../support/peer.ts';
import { verifies } from './verifies.ts';

/** A server that repeats everything that it was given, in its errors and on stderr. */
const gossip = `
const { createInterface } = require('node:readline');
console.error(process.argv.slice(1).join(' '), JSON.stringify(process.env));
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const send = (rest) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...rest }) + '\\n');
  if (method === 'initialize') return send({ result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'ghp_plantedInServerNameabcdef', version: '1' } } });
  if (method === 'tools/list') return send({ result: { tools: [{ name: 'tell', inputSchema: { type: 'object' } }, { name: 'die', inputSchema: { type: 'object' } }] } });
  console.error('called with', JSON.stringify(params), 'token=plantedInStderr');
  if (params.name === 'die') process.exit(3);
  send({ error: { code: -32000, message: 'bad arguments: ' + JSON.stringify(params.arguments), data: { secret: 'plantedInData' } } });
});
`;

const given = { path: '/srv/planted-In-Path', deep: [{ note: 'planted "in" a\nnote', n: 4711424242 }] };

verifies(
  'O-04',
  'what was planted in arguments, environment, command line, names and data is in no report',
  async ({ onTestFinished }) => {
    const launch = {
      args: ['-e', gossip, '--', '--token=plantedInOption', '--api-key', 'plantedAsOption'],
      env: { SECRET_ONE: 'plantedInEnvironment' },
    };
    const client = new McpClient({
      executable: process.execPath,
      ...launch,
      era: 'legacy',
      serverName: 'sk-plantedInName-0123456789',
    });
    onTestFinished(() => void client.close());
    await client.initialize();
    const context = { handshake: client.server, arguments: given, secrets: launchSecrets(launch) };
    const refused = await errorOf(client.callTool('tell', given));
    const ended = await errorOf(client.callTool('die', given));
    for (const error of [refused, ended]) {
      const report = failureReport(error, { ...context, tool: 'tell' });
      const all = `${JSON.stringify(report)}\n${formatFailureReport(report)}`;
      expect(all).not.toMatch(/planted|4711424242/i);
      for (const name of [homedir(), hostname(), userInfo().username]) {
        // Names that many have (root, node) tell of nobody.
        if (!['root', 'node', 'runner'].includes(name) && name.length > 2) expect(all).not.toContain(name);
      }
    }
    expect(refused).toMatchObject({ code: 'MCP_ERROR' });
    expect(reported(refused, context).message).toContain('bad arguments: {"path":"[argument]"');
    expect(reported(ended, context).stderr?.text).toContain('token=[redacted]');
  },
);

verifies('O-04', 'a part of an argument that a server repeats, or that was cut, is taken out too', () => {
  const long = 'The quick brown fox jumps over the lazy dog, again and again and again.';
  const message = (text: string): string => reported(new Error(text), { arguments: { long, short: 'abcd' } }).message;
  expect(message(`in "${long.slice(9, 50)}"`)).toBe('in "[argument]"');
  expect(message(`begins with ${long.slice(0, 9)}…`)).toBe('begins with [argument]…');
  expect(message(`ends with ${long.slice(0, 7)}`)).toBe('ends with [argument]');
  expect(message('abcd is one, abcdef and xabcd are none')).toBe('[argument] is one, abcdef and xabcd are none');
  expect(message('The quiet brown bear')).toBe('The quiet brown bear');
});

verifies('O-04', 'secrets are found in any text, in pieces, in JSON and in addresses', () => {
  const secret = 'correct horse/battery\nstaple';
  for (const text of [
    secret,
    JSON.stringify({ secret }),
    `https://x.example/?q=${encodeURIComponent(secret)}`,
    `it begins ${secret.slice(0, 20)}`,
    'only correct horse/battery',
  ]) {
    const all = published(new Error(text, { cause: new Error(text) }), {
      secrets: [secret],
      serverName: text,
      tool: text,
    });
    expect(all, text).not.toMatch(/correct|horse|battery/);
  }
});

verifies('O-04', 'home folders, names of people and machines, and addresses of e-mail are taken out', () => {
  const told = (text: string): string => reported(new Error(text)).message;
  expect(told('/home/ada/.config/x is missing')).toBe('~/.config/x is missing');
  expect(told('file:///home/ada/x and /home/grace/y')).toBe('file://~/x and ~/y');
  expect(told('/Users/Grace/Library')).toBe('~/Library');
  expect(told(String.raw`C:\Users\Grace Hopper\AppData\x, d:/users/grace/y`)).toBe(String.raw`~\AppData\x, ~/y`);
  expect(told(JSON.stringify({ at: String.raw`C:\Users\grace\x` }))).toBe(String.raw`{"at":"~\\x"}`);
  expect(told('run by ada on ada-laptop (ada-laptop.example.org)')).toBe('run by [user] on [host] ([host])');
  expect(told('Canada and adaptors')).toBe('Canada and adaptors');
  expect(told('mail ada.l@example.org, npm i @scope/pkg@1.2.3')).toBe('mail [address], npm i @scope/pkg@1.2.3');
  const root = { homes: ['/srv/elsewhere', '/root'], user: 'root', machine: 'localhost' };
  const words = 'root of /root/x and /srv/elsewhere/y on localhost';
  expect(reported(new Error(words), { owner: root }).message).toBe('root of ~/x and ~/y on localhost');
});

verifies('O-04', 'what our own errors carry for the host alone is left out', () => {
  const error = new McpClientError('MCP_ABORTED', 'aborted', {
    abortReason: 'planted reason',
    changes: ['planted change'],
    problems: [{ path: '/planted', message: 'planted' }],
    file: '/planted/file',
    pointer: '/planted',
  });
  expect(published(error)).not.toContain('planted');
  const refusal = errorFrom({ code: 'MCP_ERROR', message: 'no', remoteCode: 1, data: { planted: 'planted' } });
  expect(published(refusal)).not.toContain('planted');
});

verifies('O-04', 'a code of ours is told, whatever word of it a variable or an argument is set to', () => {
  const cause = new McpClientError('MCP_PROCESS_EXIT', 'the server exited');
  const error = new McpClientError('MCP_TIMEOUT', 'no answer', { cause });
  const report = reported(error, { secrets: ['TIMEOUT', 'EXIT'], arguments: { level: 'PROCESS' } });
  expect([report.code, report.phase, report.causes[0]?.code]).toEqual([
    'MCP_TIMEOUT',
    'connection',
    'MCP_PROCESS_EXIT',
  ]);
  // Whose code it is nobody knows.
  const other = Object.assign(new Error('x'), { code: 'ERR_HUNTER' });
  expect(reported(other, { secrets: ['HUNTER'] }).code).toBe('UNKNOWN');
});

verifies(
  'O-04',
  'of a server that is reached headers, password and parameters of its address are told to nobody',
  () => {
    const url = 'https://x.test/mcp?session=planted-in-Session&key=plan';
    const secrets = launchSecrets({ url, headers: { 'X-Team': 'Bearer planted-in-Header' } });
    const error = new Error('GET /mcp?session=planted-in-Session gave plan, planted-in-Header');
    expect(reported(error, { secrets }).message).toBe('GET /mcp?session=[redacted] gave [redacted], [redacted]');
  },
);

verifies('O-04', 'what a container or a request is started with is known by its option', () => {
  const args = [
    'run',
    '-e',
    'LEVEL=planted-in-Variable',
    '--header',
    'X-Key: planted-in-Header',
    'API_KEY=planted-in-Word',
  ];
  const error = new Error('got planted-in-Variable, planted-in-Header, planted-in-Word');
  expect(reported(error, { secrets: launchSecrets({ args }, {}) }).message).toBe(
    'got [redacted], [redacted], [redacted]',
  );
});

verifies('O-04', 'our own codes are told whatever a variable is set to', () => {
  const error = new McpClientError('MCP_TIMEOUT', 'late', { cause: new McpClientError('MCP_ERROR', 'x') });
  expect(reported(error, { secrets: ['MCP_TIMEOUT', 'ERROR'] })).toMatchObject({
    code: 'MCP_TIMEOUT',
    causes: [{ code: 'MCP_ERROR' }],
  });
});

verifies('O-04', 'a method of the protocol is told, also where a word of it is somebody’s secret', () => {
  const error = new McpClientError('MCP_TIMEOUT', 'late', { method: 'tools/call' });
  const context = { secrets: ['call', 'tools/call', 'list'], arguments: { verb: 'call' } };
  expect(reported(error, context).request?.method).toBe('tools/call');
  const other = new McpClientError('MCP_TIMEOUT', 'late', { method: 'acme/list' });
  expect(reported(other, context).request?.method).toBe('acme/[redacted]');
});
