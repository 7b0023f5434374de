import { addressLookup } from '@coding-agent/extensions';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { reachServer } from '../../src/servers/reach-server.ts';

/** Somebody who listens on this machine, and counts who comes. */
async function listener(): Promise<{ readonly port: number; readonly came: () => number }> {
  let came = 0;
  const server = createServer((socket) => {
    came += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, came: () => came };
}

const { signal } = new AbortController();

test.each(['localhost', '127.0.0.1', '[::ffff:127.0.0.1]'])(
  'where addresses forbid to go, nobody goes to look: %s',
  async (host) => {
    const { port, came } = await listener();
    const url = new URL(`https://${host}:${port}/mcp`);
    const { steps, failure } = await reachServer({ url, lookup: addressLookup({ url, addresses: 'public' }) }, signal);
    expect(steps).toEqual([]);
    expect(failure).toMatchObject({
      step: 'dns',
      message: expect.stringMatching(/leads to no public address/),
      cure: expect.stringMatching(/its entry forbids/),
    });
    expect(came()).toBe(0);
  },
);

test('where it may go, it goes', async () => {
  const { port } = await listener();
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  const { steps, failure } = await reachServer({ url, lookup: addressLookup({ url }) }, signal);
  expect(failure).toBeUndefined();
  expect(steps).toMatchObject([{ step: 'connect', said: `connected to 127.0.0.1 port ${port}` }]);
});

test('a name that nobody answers for is not waited for when nobody waits any more', async () => {
  const over = new AbortController();
  const url = new URL('https://example.com/mcp');
  const reached = reachServer({ url, lookup: () => over.abort() }, over.signal);
  await expect(reached).resolves.toMatchObject({ steps: [], failure: { step: 'dns', message: 'it was given up' } });
});
