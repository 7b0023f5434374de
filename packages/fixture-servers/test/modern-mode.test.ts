import { describe, expect, test } from 'vitest';
import type { WireMessage } from '../src/index.ts';
import { ModernChild, modernMeta } from './support/modern-child.ts';

const subscriptionId = 'io.modelcontextprotocol/subscriptionId';
const _meta = { 'io.modelcontextprotocol/serverInfo': { name: 'fixture-server', version: '1.0.0' } };

describe('mode modern (C-08): requests', () => {
  test('it tells of itself, and lists and calls tools without a handshake', async () => {
    const raw = new ModernChild();
    expect((await raw.ask('server/discover')).result).toEqual({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true } },
      ttlMs: 60_000,
      cacheScope: 'private',
      _meta,
    });
    const { tools, ...rest } = (await raw.ask('tools/list')).result as { tools: { name: string }[] };
    expect(rest).toEqual({ resultType: 'complete', ttlMs: 60_000, cacheScope: 'private', _meta });
    const names = ['echo', 'fail', 'never', 'exit', 'ask', 'progress', 'change-tools', 'end-streams'];
    expect(tools.map(({ name }) => name)).toEqual(names);
    const { result } = await raw.tool('echo', { value: 'x' });
    expect(result).toEqual({ resultType: 'complete', content: 'x', _meta });
    expect((await raw.tool('fail')).error).toEqual({ code: -32001, message: 'the tool refused' });
    expect((await raw.tool('nope')).error).toMatchObject({ code: -32602 });
    expect((await raw.ask('tools/list', { cursor: 'x' })).error).toMatchObject({ code: -32602 });
    await raw.close();
  });

  test('metadata must be there, and be of its revision', async () => {
    const raw = new ModernChild();
    const { 'io.modelcontextprotocol/protocolVersion': version, ...withoutVersion } = modernMeta;
    const withoutCapabilities = { 'io.modelcontextprotocol/protocolVersion': version };
    for (const method of ['server/discover', 'tools/list', 'tools/call', 'subscriptions/listen']) {
      for (const meta of [undefined, {}, withoutVersion, withoutCapabilities]) {
        expect((await raw.ask(method, { _meta: meta })).error, method).toMatchObject({ code: -32602 });
      }
      const other = { ...modernMeta, 'io.modelcontextprotocol/protocolVersion': '2027-02-01' };
      const data = { supported: ['2026-07-28'], requested: '2027-02-01' };
      expect((await raw.ask(method, { _meta: other })).error).toMatchObject({ code: -32022, data });
    }
    await raw.close();
  });

  test('initialize is refused with the list of its revisions; ping and the like do not exist', async () => {
    const raw = new ModernChild({ mode: 'modern', revision: '2027-02-01' });
    raw.say({ id: 'i', method: 'initialize', params: { protocolVersion: '2025-11-25' } });
    const data = { supported: ['2027-02-01'], requested: '2025-11-25' };
    expect((await raw.answerTo('i')).error).toMatchObject({ code: -32022, data });
    for (const method of ['ping', 'logging/setLevel', 'resources/subscribe', 'nope']) {
      expect((await raw.ask(method)).error, method).toMatchObject({ code: -32601 });
    }
    await raw.close();
  });

  test('progress is told to who gave a token, and a call that is cancelled is not answered', async () => {
    const raw = new ModernChild();
    await raw.tool('progress', { steps: 2 });
    await raw.tool('progress', { steps: 2 }, { _meta: { ...modernMeta, progressToken: 'p' } });
    const told = raw.messages.filter(({ method }) => method !== undefined);
    expect(told.map(({ method, params }) => [method, params])).toEqual([
      ['notifications/progress', { progressToken: 'p', progress: 1, total: 2 }],
      ['notifications/progress', { progressToken: 'p', progress: 2, total: 2 }],
    ]);
    const params = { name: 'echo', arguments: { value: 'late', delay: 20 }, _meta: modernMeta };
    raw.say({ id: 77, method: 'tools/call', params });
    raw.cancel(77);
    await raw.tool('echo', { value: 'later', delay: 60 });
    expect(raw.messages.some(({ id }) => id === 77)).toBe(false);
    await raw.close();
  });
});

describe('mode modern (C-08): input', () => {
  type Asked = { resultType: string; requestState: string; inputRequests: Record<string, unknown> };
  const accept = (value: string): object => ({ action: 'accept', content: { value } });

  test('is asked for in as many rounds as the call wants, and given back as it came', async () => {
    const raw = new ModernChild();
    const args = { rounds: 2 };
    const first = (await raw.tool('ask', args)).result as Asked;
    expect(first).toMatchObject({ resultType: 'input_required', _meta });
    expect(first.inputRequests).toEqual({
      'round-1': { method: 'elicitation/create', params: expect.objectContaining({ mode: 'form' }) },
    });
    const { requestState } = first;
    const second = await raw.tool('ask', args, { requestState, inputResponses: { 'round-1': accept('a') } });
    const next = second.result as Asked;
    expect([Object.keys(next.inputRequests), next.requestState === requestState]).toEqual([['round-2'], false]);
    const inputResponses = { 'round-2': accept('b') };
    const last = await raw.tool('ask', args, { requestState: next.requestState, inputResponses });
    const content = JSON.stringify([accept('a'), accept('b')]);
    expect(last.result).toEqual({ resultType: 'complete', content, _meta });
    await raw.close();
  });

  test('what is wrong with a retry is refused', async () => {
    const raw = new ModernChild();
    const { requestState } = (await raw.tool('ask', {})).result as Asked;
    const id = raw.lastId;
    const inputResponses = { 'round-1': accept('a') };
    const retry = async (args: object, more: object): Promise<string | undefined> =>
      (await raw.tool('ask', { ...args }, { requestState, inputResponses, ...more })).error?.message;
    expect(await retry({}, { requestState: requestState.trim() })).toBe('this state was not given');
    expect(await retry({}, { requestState: undefined })).toBe('this state was not given');
    expect(await retry({ rounds: 1 }, {})).toBe('the arguments of a retry are those of the call');
    expect(await retry({}, { inputResponses: undefined })).toMatch(/the responses are for nothing/);
    expect(await retry({}, { inputResponses: { ...inputResponses, more: {} } })).toMatch(/are for round-1,more/);
    expect(await retry({}, { inputResponses: { 'round-1': 'yes' } })).toBe('a response must be an object');
    const params = { name: 'ask', arguments: {}, requestState, inputResponses, _meta: modernMeta };
    raw.say({ id, method: 'tools/call', params });
    const isRefused = (): boolean =>
      raw.messages.some(({ error }) => error?.message.includes('id of its own') === true);
    await raw.until(isRefused, 'the refusal');
    const { resultType } = (await raw.tool('ask', {}, { requestState, inputResponses })).result as Asked;
    expect(resultType).toBe('complete');
    expect(await retry({}, {})).toBe('this state was not given');
    await raw.close();
  });

  test('needs a client that offers it', async () => {
    const raw = new ModernChild();
    const none = { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': {} };
    const data = { requiredCapabilities: { elicitation: { form: {} } } };
    expect((await raw.tool('ask', {}, { _meta: none })).error).toMatchObject({ code: -32021, data });
    await raw.close();
  });
});

describe('mode modern (C-08): streams of changes', () => {
  const wanted = { notifications: { toolsListChanged: true, promptsListChanged: true }, _meta: modernMeta };

  /** Opens a stream and waits until it is acknowledged. */
  async function listen(raw: ModernChild, id: number | string, params: object = wanted): Promise<WireMessage> {
    raw.say({ id, method: 'subscriptions/listen', params });
    const find = (): WireMessage | undefined => raw.messages.find((message) => streamOf(message) === id);
    await raw.until(() => find() !== undefined, `the acknowledgement of ${id}`);
    return find() ?? {};
  }
  const streamOf = ({ params }: WireMessage): unknown => Reflect.get(params?.['_meta'] ?? {}, subscriptionId);
  const changes = (raw: ModernChild): unknown[] =>
    raw.messages.filter(({ method }) => method === 'notifications/tools/list_changed').map(streamOf);

  test('are acknowledged with what is honoured, and tell of a change of the list by their id', async () => {
    const raw = new ModernChild();
    expect(await listen(raw, 100)).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { toolsListChanged: true }, _meta: { [subscriptionId]: 100 } },
    });
    await listen(raw, 'text');
    await listen(raw, 101, { notifications: {}, _meta: modernMeta });
    expect((await raw.tool('added')).error).toMatchObject({ code: -32602 });
    expect((await raw.tool('change-tools')).result).toMatchObject({ content: 'added' });
    expect(changes(raw)).toEqual([100, 'text']);
    expect((await raw.tool('added')).result).toMatchObject({ content: 'added' });
    expect(JSON.stringify((await raw.ask('tools/list')).result)).toContain('"added"');
    raw.cancel(100);
    expect((await raw.tool('change-tools')).result).toMatchObject({ content: 'removed' });
    expect(changes(raw)).toEqual([100, 'text', 'text']);
    expect((await raw.ask('subscriptions/listen', { notifications: 'all' })).error).toMatchObject({ code: -32602 });
    await raw.close();
  });

  test('end by a result or by a cancellation, and tell nothing afterwards', async () => {
    const raw = new ModernChild();
    await listen(raw, 100);
    await raw.tool('end-streams');
    const end = { resultType: 'complete', _meta: { [subscriptionId]: 100 } };
    expect((await raw.answerTo(100)).result).toEqual(end);
    await listen(raw, 101);
    await raw.tool('end-streams', { by: 'cancelled' });
    const cancelled = raw.messages.filter(({ method }) => method === 'notifications/cancelled');
    expect(cancelled.map(({ params }) => params?.['requestId'])).toEqual([101]);
    await raw.tool('change-tools');
    expect(changes(raw)).toEqual([]);
    expect((await raw.tool('end-streams', { by: 'other' })).error).toMatchObject({ code: -32602 });
    await raw.close();
  });
});
