import { expect, test } from 'vitest';
import { allowedFor, guardedLookup, isInternal } from '../../src/http/addresses.ts';
import { McpClient, McpClientError } from '../../src/index.ts';

test.each([
  ['127.0.0.1', true],
  ['2130706433', true], // the same, as a number
  ['10.1.2.3', true],
  ['169.254.169.254', true],
  ['[::1]', true],
  ['[::]', true],
  ['[::ffff:127.0.0.1]', true],
  ['[::127.0.0.1]', true],
  ['[64:ff9b::10.0.0.1]', true],
  ['[64:ff9b::808:808]', false],
  ['[2002:7f00:1::]', true],
  ['[fd00::1]', true],
  ['[fe80::1]', true],
  ['[2606:4700::1111]', false],
  ['8.8.8.8', false],
  ['localhost', true],
  ['a.localhost', true],
  ['example.com', false],
])('the host %s is internal: %s', (host, internal) => {
  expect(isInternal(new URL(`https://${host}/mcp`))).toBe(internal);
});

test('public means public, also for names of this machine and whatever they lead to', () => {
  const options = { addresses: 'public', allowInsecure: false } as const;
  expect(allowedFor(new URL('http://localhost/mcp'), options)).toBe('public');
  expect(allowedFor(new URL('http://localhost/mcp'), { ...options, addresses: 'any' })).toBe('loopback');
  expect(() => new McpClient({ url: 'http://localhost:1/mcp', addresses: 'public' })).toThrow(
    /^url is an internal address/,
  );
});

test('who makes the connections himself is not asked to keep what he cannot be held to', () => {
  const make = (): McpClient =>
    new McpClient({ url: 'https://example.com/mcp', addresses: 'public', agent: {} as never });
  expect(make).toThrow(McpClientError);
  expect(make).toThrow(/^addresses cannot be "public" beside agent/);
});

test('a name that leads to this machine leads nowhere, when public addresses alone are allowed', async () => {
  const code = await new Promise((resolve) => {
    guardedLookup('public')('localhost', { all: true }, (error) => resolve(error?.code));
  });
  expect(code).toBe('EADDRNOTALLOWED');
});
