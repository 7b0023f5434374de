import { expect } from 'vitest';
import { allowedFor, guardedLookup, isInternal } from '../../src/http/addresses.ts';
import { McpClient } from '../../src/index.ts';
import { verifies } from './verifies.ts';

verifies(
  'E-05',
  'an address of this machine, or of an internal network, is none of the public internet, however it is written',
  () => {
    const hosts: Readonly<Record<string, boolean>> = {
      '127.0.0.1': true,
      '2130706433': true, // the same, as a number
      '10.1.2.3': true,
      '169.254.169.254': true,
      '[::1]': true,
      '[::]': true,
      '[::ffff:127.0.0.1]': true,
      '[::127.0.0.1]': true,
      '[64:ff9b::10.0.0.1]': true,
      '[64:ff9b::8.8.8.8]': false,
      '[2002:7f00:1::]': true,
      '[fd00::1]': true,
      '[fe80::1]': true,
      '[2606:4700::1111]': false,
      '8.8.8.8': false,
      localhost: true,
      'a.localhost': true,
      'example.com': false,
    };
    const found = Object.keys(hosts).map((host) => [host, isInternal(new URL(`https://${host}/mcp`))]);
    expect(Object.fromEntries(found)).toEqual(hosts);
  },
);

verifies('E-05', 'public means public, also for names of this machine and whatever they lead to', () => {
  const options = { addresses: 'public', allowInsecure: false } as const;
  expect(allowedFor(new URL('http://localhost/mcp'), options)).toBe('public');
  expect(() => new McpClient({ url: 'http://localhost:1/mcp', addresses: 'public' })).toThrow(
    /^url is an internal address/,
  );
});

verifies('E-05', 'plain HTTP is for this machine alone, and its name may lead nowhere else', () => {
  const options = { addresses: 'any', allowInsecure: false } as const;
  expect(allowedFor(new URL('http://localhost/mcp'), options)).toBe('loopback');
  expect(allowedFor(new URL('https://localhost/mcp'), options)).toBe('any');
  expect(allowedFor(new URL('http://localhost/mcp'), { ...options, allowInsecure: true })).toBe('any');
});

verifies(
  'E-05',
  'a name leads to the allowed ones of its addresses only, at the moment of the connection',
  async () => {
    const code = await new Promise((resolve) => {
      guardedLookup('public')('localhost', { all: true }, (error) => resolve(error?.code));
    });
    expect(code).toBe('EADDRNOTALLOWED');
    const found = await new Promise((resolve) => {
      guardedLookup('loopback')('localhost', { all: true }, (_error, addresses) => resolve(addresses));
    });
    expect(found).not.toEqual([]);
  },
);

verifies('E-05', 'who makes the connections himself is not asked to keep what he cannot be held to', () => {
  const options = { url: 'https://example.com/mcp', addresses: 'public', agent: {} as never } as const;
  expect(() => new McpClient(options)).toThrow(/^addresses cannot be "public" beside agent/);
});
