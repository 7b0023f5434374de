import { expect, test } from 'vitest';
import { ticketServer } from '../support/http-server.ts';
import { runCommand } from '../support/run-command.ts';
import { sandboxFolder } from '../support/sandbox-folder.ts';

const secret = 'the-token-of-the-tickets';

test('an address on the command line: its tools, a call, and no connection is left', async (context) => {
  const folder = sandboxFolder(context);
  const server = await ticketServer(context);
  const listed = await runCommand(folder, ['run', '--json', server.url]);
  expect(listed).toMatchObject({ exitCode: 0, err: '' });
  expect(JSON.parse(listed.out)).toMatchObject({
    command: [server.url],
    era: 'modern',
    hasSession: false,
    tools: [{ name: 'search' }],
  });
  const called = await runCommand(folder, ['run', '--call', 'search', '--arg', 'query=lost', '--', server.url]);
  expect(called).toEqual({ exitCode: 0, signal: null, out: 'nothing is found for lost\n', err: '' });
  await server.idle();
});

test('a server of a file is looked at, approved with its tools, called, and traced without its token', async (context) => {
  const folder = sandboxFolder(context);
  const server = await ticketServer(context, { token: secret });
  const env = { TICKETS_TOKEN: secret };
  folder.write('.mcp.json', {
    mcpServers: { tickets: { url: server.url, headers: { Authorization: 'Bearer ${TICKETS_TOKEN}' } } },
  });
  const before = await runCommand(folder, ['call', 'tickets/search', 'query=x'], { env });
  expect(before.exitCode).toBe(3);
  const review = await runCommand(folder, ['approve', 'tickets'], { env });
  expect(review.exitCode).toBe(3);
  expect(server.asked).toEqual([]);
  expect(review.out).toMatch(new RegExp(`^ {2}address {6}${server.url}$`, 'm'));
  const fingerprint = /fingerprint +([0-9a-f]{64})/.exec(review.out)?.[1] ?? '';
  const approved = await runCommand(folder, ['approve', 'tickets', '--yes', fingerprint], { env });
  expect(approved).toMatchObject({ exitCode: 0, out: expect.stringContaining('with its tools: search') });
  const call = ['call', 'tickets/search', 'query=lost', '--trace', 'trace.jsonl'];
  // A new token is no other server.
  const called = await runCommand(folder, call, { env });
  expect(called).toMatchObject({ exitCode: 0, out: 'nothing is found for lost\n' });
  const doctor = await runCommand(folder, ['doctor', 'tickets'], { env });
  expect(doctor.exitCode).toBe(0);
  expect(doctor.out).toMatch(
    /^ {2}way {10}connected to 127\.0\.0\.1 port \d+, \d+ ms\n {2}handshake {4}ok {2}tickets 1\.2\.3/m,
  );
  expect(doctor.out).toContain('era modern, without a session');
  const trace = await runCommand(folder, ['trace', 'show', 'trace.jsonl', '--all', '--json']);
  const all = [review, approved, called, doctor, trace].map(({ out, err }) => out + err).join('');
  expect(all).not.toContain(secret);
  await server.idle();
});

test('without its token a server is told what to do about it, and the exit code is that of the configuration', async (context) => {
  const folder = sandboxFolder(context);
  const server = await ticketServer(context, { token: secret });
  folder.write(folder.userFile, {
    mcpServers: { tickets: { url: `${server.url}?api_key=${secret}`, bearerTokenEnv: 'TICKETS_TOKEN' } },
  });
  const env = { TICKETS_TOKEN: 'the-token-of-last-year' };
  const doctor = await runCommand(folder, ['doctor', '--report', '-'], { env });
  expect(doctor.exitCode).toBe(2);
  expect(doctor.out).toMatch(/^HTTP status {2}401$/m);
  expect(doctor.out).toMatch(new RegExp(`^address {6}${server.url}$`, 'm'));
  expect(doctor.out).not.toMatch(/the-token-of/);
  const list = await runCommand(folder, ['list', '--json'], { env });
  expect(JSON.parse(list.out)).toMatchObject({
    servers: [{ state: 'failed', error: { code: 'MCP_UNAUTHORIZED', httpStatus: 401, exitCode: 2 } }],
  });
  expect(list.exitCode).toBe(2);
});

test('a server that nobody can reach: where the way ends, and exit code 4', async (context) => {
  const folder = sandboxFolder(context);
  folder.write(folder.userFile, { mcpServers: { away: { url: 'http://127.0.0.1:9/mcp' } } });
  const doctor = await runCommand(folder, ['doctor']);
  expect(doctor.exitCode).toBe(4);
  expect(doctor.out).toMatch(
    /^ {2}way {10}there is no connection: .*ECONNREFUSED.*\n {15}→ nobody listens there: start the server/m,
  );
  expect(doctor.out).toMatch(/handshake {4}failed {2}MCP_CONNECTION_FAILED/);
});
