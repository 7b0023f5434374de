import { reportEvidence, someText } from '@coding-agent/fixture-servers/lab';
import { expect, test } from 'vitest';
import { openClient, type ClosingRecord } from '../src/client.ts';
import { openHost, type HostCall, type HostRecord } from '../src/host.ts';
import { nextPhase, type Phase, type PhaseEvent } from '../src/phases.ts';
import { refusalOf } from '../src/server-policy.ts';
import { openServer } from '../src/server.ts';
import { transportPair } from '../src/transport.ts';
import { fakeClock, turn } from './support/fake-clock.ts';
import { errorOf, prepare, rawEnd, valueOf, watch } from './support/lab.ts';
import { shop } from './support/shop.ts';

test('the host asks for consent before the client hears of a call', { meta: { id: 'consent' } }, async (context) => {
  prepare(context);
  const [sent, asked, audit]: [string[], HostCall[], HostRecord[]] = [[], [], []];
  const clientOf = (server: string) => ({
    callTool: async (name: string) => (sent.push(`${server}.${name}`), { server }),
  });
  let answer: () => Promise<boolean> = async () => true;
  const host = openHost({
    clients: new Map(['notes', 'mail'].map((server) => [server, clientOf(server)])),
    consent: (call) => (asked.push(call), answer()),
    audit: (record) => void audit.push(record),
  });
  const call: HostCall = { server: 'mail', tool: 'send', args: { to: someText() } };
  expect(await valueOf(host.callTool(call), 'an allowed call'), 'the client that was called').toEqual({
    server: 'mail',
  });
  expect(sent, 'calls that went through').toEqual(['mail.send']);
  reportEvidence(context, { sent: sent.length });

  let decide: (yes: boolean) => void = () => {};
  answer = () => new Promise((resolve) => (decide = resolve));
  const other: HostCall = { ...call, args: { to: someText() } };
  const refused = watch(host.callTool(other), 'a refused call');
  await turn();
  expect(asked, 'what the person was asked: each call, with its arguments').toEqual([call, other]);
  expect(sent, 'calls that went through while the person still thinks').toEqual(['mail.send']);
  decide(false);
  await refused.error('NO_CONSENT');
  expect(sent, 'calls that went through after a no').toEqual(['mail.send']);

  answer = () => Promise.reject(new Error('the window was closed'));
  await errorOf(host.callTool(call), 'NO_CONSENT', 'a question that failed');
  await errorOf(
    host.callTool({ ...call, server: 'nobody' }),
    'NO_CONSENT',
    'a call to a server that the host does not have',
  );
  expect(sent, 'calls that went through in the end').toEqual(['mail.send']);
  expect(
    audit.map(({ event, server }) => `${event} ${server}`),
    'the audit has the refused ones too',
  ).toEqual(['allowed mail', 'refused mail', 'refused mail', 'refused nobody']);
});

test(
  'the server refuses by its own policy, whatever the other side says',
  { meta: { id: 'server-policy' } },
  async (context) => {
    prepare(context);
    const params = { name: 'erase', arguments: {} };
    expect(refusalOf({ writes: true, params }, { readOnly: false }), 'a server that may write').toBeUndefined();
    reportEvidence(context, { judged: 1 });
    expect(refusalOf({ writes: true, params }, { readOnly: true }), 'a server that was started read-only').toBeTypeOf(
      'string',
    );
    expect(refusalOf({ writes: false, params }, { readOnly: true }), 'reading on it').toBeUndefined();

    const { transport, log, effects } = shop({ readOnly: true });
    const wire = rawEnd(transport);
    const claims = { ...params, _meta: { approved: true, consent: 'always' } };
    wire.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: claims });
    expect(await wire.answersTo(1), 'a call that says it was approved').toMatchObject([{ error: { code: -32001 } }]);
    expect(effects, 'what the server changed').toEqual([]);

    const behind = shop({ readOnly: true });
    const client = openClient({ transport: behind.transport, audit: () => {}, clock: fakeClock().clock });
    await valueOf(client.initialize(), 'the handshake');
    await errorOf(
      client.callTool('erase', {}),
      'REMOTE_ERROR',
      'the client carries a call that nobody was asked about',
    );
    expect(behind.log, 'what reached the server: it decides, not the client').toEqual(['initialize', 'tools/call']);
    await valueOf(client.callTool('read', {}), 'the client is well after a refusal');
    await valueOf(client.close(), 'close()');
    expect(log, 'the log of the first server').toEqual(['tools/call']);
  },
);

test(
  'the phases come in their order, and what has no place is refused',
  { meta: { id: 'phases' } },
  async (context) => {
    prepare(context);
    const road: PhaseEvent[] = ['start', 'version-agreed', 'capabilities-agreed', 'close', 'released'];
    expect(road.reduce<Phase>(nextPhase, 'idle'), 'the straight road').toBe('closed');
    reportEvidence(context, { steps: road.length });
    const legal: Record<Phase, string> = {
      idle: 'start close',
      version: 'version-agreed close',
      capabilities: 'capabilities-agreed close',
      operation: 'call close',
      closing: 'released',
      closed: '',
    };
    for (const [phase, events] of Object.entries(legal)) {
      for (const event of [...road, 'call'] as const) {
        const next = Promise.resolve().then(() => nextPhase(phase as Phase, event));
        if (events.split(' ').includes(event)) await valueOf(next, `"${event}" in the phase "${phase}"`);
        else await errorOf(next, 'WRONG_PHASE', `"${event}" in the phase "${phase}"`);
      }
    }

    const { transport, log } = shop({ readOnly: false });
    const client = openClient({ transport, audit: () => {}, clock: fakeClock().clock });
    await errorOf(client.callTool('read', {}), 'WRONG_PHASE', 'a call before the handshake');
    const both = [client.initialize(), client.initialize()] as const;
    await errorOf(both[1], 'WRONG_PHASE', 'a second handshake');
    await valueOf(both[0], 'the first handshake');
    await valueOf(client.callTool('read', {}), 'a call in its phase');
    await valueOf(client.close(), 'close()');
    await errorOf(client.callTool('read', {}), 'WRONG_PHASE', 'a call after the end');
    await errorOf(client.initialize(), 'WRONG_PHASE', 'a handshake after the end');
    expect(log, 'what reached the server').toEqual(['initialize', 'tools/call']);
  },
);

test('version and capabilities are agreed before anything is done', { meta: { id: 'handshake' } }, async (context) => {
  prepare(context);
  const records: ClosingRecord[] = [];
  const options = { audit: (record: ClosingRecord) => void records.push(record), clock: fakeClock().clock };
  const [near, other] = transportPair();
  const server = rawEnd(other);
  const client = openClient({ ...options, transport: near });
  const handshake = client.initialize();
  const id = await server.idOf('initialize', handshake);
  expect(server.received, 'what was said before the answer').toHaveLength(1);
  server.send({ jsonrpc: '2.0', id, result: { protocolVersion: '1999-01-01', capabilities: { tools: {} } } });
  const error = await errorOf(handshake, 'UNSUPPORTED_VERSION', 'a server of another revision');
  expect(error.message, 'the error names the revision of the server').toContain('1999-01-01');
  expect(error.message, 'the error names our revision').toContain('2025-11-25');
  expect([client.phase, server.closes(), records.length], 'phase, closes and records after a failed handshake').toEqual(
    ['closed', 1, 1],
  );
  expect(server.received, 'what was said after the wrong answer').toHaveLength(1);

  const [mine, theirs] = transportPair();
  const log: string[] = [];
  openServer({ transport: theirs, log });
  const toolless = openClient({ ...options, transport: mine });
  await valueOf(toolless.initialize(), 'a server without tools');
  await errorOf(toolless.callTool('read', {}), 'CAPABILITY_MISSING', 'a call that was not agreed on');
  await turn();
  expect(log, 'what reached the server without tools').toEqual(['initialize']);
  await valueOf(toolless.close(), 'close()');
});

test('the end settles, writes down and gives back, each once', { meta: { id: 'close' } }, async (context) => {
  prepare(context);
  const fresh = transportPair();
  const unused = rawEnd(fresh[1]);
  const records: ClosingRecord[] = [];
  const idle = openClient({ transport: fresh[0], audit: (record) => void records.push(record) });
  reportEvidence(context, { clients: 1 });
  await valueOf(idle.close(), 'the end of a client that never spoke');
  expect(records, 'the record of a client that never spoke').toEqual([{ event: 'closed', unfinished: [] }]);
  expect([idle.phase, unused.closes()], 'its phase, and how often the other end was told').toEqual(['closed', 1]);

  const time = fakeClock();
  const [near, other] = transportPair();
  const server = rawEnd(other);
  let written: () => void = () => {};
  const audit = (record: ClosingRecord): Promise<void> => {
    records.push(record);
    return new Promise((resolve) => (written = resolve));
  };
  const client = openClient({ transport: near, audit, clock: time.clock });
  const handshake = client.initialize();
  const id = await server.idOf('initialize', handshake);
  server.send({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} } } });
  await valueOf(handshake, 'the handshake');
  const calls = ['one', 'two'].map((name) => watch(client.callTool(name, { value: 1 }), `call ${name} at the end`));
  await turn();
  const ends = [client.close(), client.close()].map((end, at) => watch(end, `close() number ${at + 1}`));
  for (const call of calls) await call.error('CLOSED');
  expect(time.running(), 'timers left at the end').toBe(0);
  expect(records.slice(1), 'records, once, with what was unfinished').toEqual([
    { event: 'closed', unfinished: ['tools/call', 'tools/call'] },
  ]);
  expect([client.phase, server.closes()], 'before the record is written nothing is given back').toEqual(['closing', 0]);
  await errorOf(client.callTool('three', {}), 'WRONG_PHASE', 'new work while the end is under way');
  written();
  for (const end of ends) await end.value();
  expect([client.phase, server.closes()], 'after the record was written').toEqual(['closed', 1]);

  const last = transportPair();
  const forsaken = rawEnd(last[1]);
  const unlucky = openClient({ transport: last[0], audit: () => Promise.reject(new Error('the disk is full')) });
  await Promise.allSettled([unlucky.close()]);
  expect(forsaken.closes(), 'a record that cannot be written holds nothing back').toBe(1);
});
