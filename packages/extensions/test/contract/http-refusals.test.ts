import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { statusFailure } from '../../src/http/http-failure.ts';
import { answersToAuthorized, type RefusalHead } from '../../src/http/refusal-words.ts';
import { McpClient } from '../../src/index.ts';
import { httpClient } from '../support/http-client.ts';
import { errorOf } from '../support/peer.ts';
import { verifies } from './verifies.ts';

const url = new URL('https://ada:pass-of-ada@mcp.example.com/mcp?key=key-of-the-query');
const at = 'at https://mcp.example.com/mcp';

function wordsOf(statusCode: number, headers: RefusalHead['headers'], body = '', isAuthorized = false): string {
  const head = { statusCode, headers };
  if (isAuthorized) answersToAuthorized.add(head);
  return statusFailure(head, body, { url, secrets: ['tok-SECRET-0123456789'] }).failure.message;
}

verifies('E-05', 'a refusal says where, what the challenge says, and whether an Authorization was sent', () => {
  expect(wordsOf(401, {})).toBe(`the server answered HTTP 401 ${at}; no Authorization was sent`);
  const challenge = 'Bearer realm="x", error="invalid_token", error_description="it is \\"over\\""';
  expect(wordsOf(401, { 'www-authenticate': challenge }, '{"error":"no"}', true)).toBe(
    `the server answered HTTP 401 ${at}: invalid_token (it is "over"); {"error":"no"}; an Authorization was sent`,
  );
  expect(wordsOf(403, { 'www-authenticate': 'Bearer error=insufficient_scope, scope="a"' })).toContain(
    ': insufficient_scope; no',
  );
  expect(wordsOf(500, { 'www-authenticate': challenge }, 'broken')).toBe(`the server answered HTTP 500 ${at}: broken`);
});

verifies('E-05', 'the challenge of a refusal is bounded and printable, and holds no secret', () => {
  const hostile = `Bearer error="${'x'.repeat(100_000)}", error_description="y"`;
  expect(wordsOf(401, { 'www-authenticate': hostile }).length).toBeLessThan(600);
  for (const said of ['tok-SECRET-0123456789', `${'.'.repeat(150)}tok-SECRET-0123456789`, '\u001b[2J']) {
    const words = wordsOf(401, { 'www-authenticate': `Bearer error="${said}", error_description="${said}"` }, said);
    expect(words).not.toContain('tok-SECRET');
    expect(words).not.toContain('\u001b');
  }
  expect(wordsOf(401, { 'www-authenticate': `Bearer error="${'\\'.repeat(4_000)}` })).toContain('HTTP 401');
});

verifies('E-05', 'of a page its words are told, and for 404 and 405 that the endpoint may be elsewhere', () => {
  const page =
    '<!DOCTYPE html>\n<html><head><title>Not Found</title><style>b { c: d }</style><script>evil()</script></head>' +
    '<body><!-- <b> --><h1>Cannot POST</h1>\n<p>Ask us.</p></body></html>';
  const type = { 'content-type': 'text/html; charset=utf-8' };
  const hint = '; if that is not the path of its endpoint: that is often /mcp, or /sse for servers of 2024-11-05';
  expect(wordsOf(404, type, page)).toBe(`the server answered HTTP 404 ${at}: Not Found Cannot POST Ask us.${hint}`);
  expect(wordsOf(405, {}, 'no')).toBe(`the server answered HTTP 405 ${at}: no${hint}`);
  expect(wordsOf(404, type, '<'.repeat(1_000_000))).toBe(`the server answered HTTP 404 ${at}${hint}`);
  expect(wordsOf(404, { 'content-type': 'text/plain' }, '<b>')).toContain(': <b>');
  expect(wordsOf(502, type, `<p>${'<b>x</b>'.repeat(10_000)}`).length).toBeLessThan(400);
});

verifies('E-05', 'a client tells of a refusal whether it had a token', async (context) => {
  for (const headers of [{}, { authorization: 'Bearer tok-SECRET-0123456789' }]) {
    const { client } = await httpClient(context, (_received, response) => response.writeHead(403).end(), { headers });
    const { message } = await errorOf(client.initialize());
    expect(message).toContain(`; ${'authorization' in headers ? 'an' : 'no'} Authorization was sent`);
  }
});

verifies('E-05', 'where no TLS is spoken that is said, and what to do', async (context) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.onTestFinished(() => void server.close());
  await using client = new McpClient({ url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` });
  const error = await errorOf(client.initialize());
  expect(error).toMatchObject({ code: 'MCP_CONNECTION_FAILED', outcome: 'not-sent' });
  expect(error.message).toContain('TLS is not spoken there');
  expect(error.message).not.toMatch(/SSL|openssl/);
});
