import type { lookup, LookupAddress } from 'node:dns';
import { expect, vi } from 'vitest';
import { allowedFor, guardedLookup, isInternal } from '../../src/http/addresses.ts';
import { McpClient } from '../../src/index.ts';
import { answerBy, httpClient, modernHttp } from '../support/http-client.ts';
import { errorOf } from '../support/peer.ts';
import { verifies } from './verifies.ts';

const here = { address: '127.0.0.1', family: 4 };
const inside = { address: '10.0.0.1', family: 4 };
const outside = { address: '8.8.8.8', family: 4 };

/** What the name servers of these tests say. */
const names: Readonly<Record<string, readonly LookupAddress[]>> = {
  'both.localhost': [inside, here],
  'away.localhost': [inside, outside],
  'both.example': [inside, outside],
  'rebound.example': [here],
};

vi.mock('node:dns', async (original) => {
  const dns = await original<{ readonly lookup: typeof lookup }>();
  const known = (host: string, _options: object, tell: (error: null, found: readonly LookupAddress[]) => void): void =>
    tell(null, names[host] ?? []);
  return { ...dns, default: dns, lookup: known };
});

function ledTo(host: string, allowed: 'any' | 'public' | 'loopback'): Promise<unknown> {
  return new Promise((resolve) => {
    guardedLookup(allowed)(host, { all: true }, (error, found) => resolve(error?.code ?? found));
  });
}

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

verifies('E-05', 'a name leads to the allowed ones of its addresses only', async () => {
  expect(await ledTo('both.localhost', 'loopback')).toEqual([here]);
  expect(await ledTo('away.localhost', 'loopback')).toBe('EADDRNOTALLOWED');
  expect(await ledTo('both.example', 'public')).toEqual([outside]);
  expect(await ledTo('rebound.example', 'public')).toBe('EADDRNOTALLOWED');
  expect(await ledTo('rebound.example', 'any')).toEqual([here]);
});

verifies('E-05', 'a name that leads elsewhere at the moment of the connection gets nothing', async (context) => {
  const { server } = await httpClient(context, answerBy(modernHttp));
  const { port } = new URL(server.url);
  for (const options of [
    { url: `http://away.localhost:${port}/mcp` },
    { url: `http://rebound.example:${port}/mcp`, allowInsecure: true, addresses: 'public' },
  ] as const) {
    await using client = new McpClient(options);
    expect(await errorOf(client.initialize())).toMatchObject({
      code: 'MCP_CONNECTION_FAILED',
      outcome: 'not-sent',
      errno: 'EADDRNOTALLOWED',
    });
  }
  expect([server.requests.length, server.sockets.size]).toEqual([0, 0]);
});

verifies('E-05', 'who makes the connections himself is not asked to keep what he cannot be held to', () => {
  const options = { url: 'https://example.com/mcp', addresses: 'public', agent: {} as never } as const;
  expect(() => new McpClient(options)).toThrow(/^addresses cannot be "public" beside agent/);
});
