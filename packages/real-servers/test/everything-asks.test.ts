import { InboundRefusal, type InboundHandler } from '@coding-agent/extensions';
import { describe, expect, it } from 'vitest';
import { deferred } from './support/deferred.ts';
import { errorOf } from './support/error-of.ts';
import { answering, capabilities, eliciting } from './support/host.ts';
import { everything } from './support/programs.ts';
import { openSession } from './support/session.ts';
import { expectEveryTool, text } from './support/tool-table.ts';
import { everythingAsks, everythingTools } from './tables/everything.ts';

/** Answers by a name; a page is opened and closed. */
const accept: InboundHandler = ({ mode }) => ({
  action: 'accept',
  ...(mode === 'url' ? {} : { content: { name: 'Ada' } }),
});

const elicit = 'trigger-elicitation-request';

describe('server-everything, which asks', () => {
  it('offers more to who answers, and every tool answers', async (context) => {
    const session = await openSession(context, everything, eliciting(accept));
    await expectEveryTool(session, [...everythingTools, ...everythingAsks]);
    // Each tool asks once; it may ask for roots by itself beside that.
    expect(session.client.stats().serverRequests).toBeGreaterThanOrEqual(everythingAsks.length);
    expect(session.complaints).toEqual([]);
    await session.close();
  });

  it('goes on without an answer: it is told that there is no handler', async (context) => {
    const { client, close } = await openSession(context, everything, { capabilities });
    const result = await client.callTool('trigger-sampling-request', { prompt: 'Hi' });
    expect(result).toMatchObject({ isError: true, content: text(/-32601/) });
    await client.callTool('get-roots-list');
    await client.ping();
    await close();
  });

  it('hears that its question is declined, or waved away', async (context) => {
    const actions = ['decline', 'cancel'];
    const { client } = await openSession(
      context,
      everything,
      eliciting(() => ({ action: actions.shift() })),
    );
    for (const word of [/declined/, /cancelled/]) {
      const { content } = await client.callTool(elicit);
      expect(content).toMatchObject([...text(word), ...text(/Raw result/)]);
    }
  });

  it('hears of a refusal by code, and of a handler that throws, without its words', async (context) => {
    const refuse: InboundHandler = () => {
      throw new InboundRefusal({ code: -1, message: 'the user is asleep' });
    };
    const refusing = await openSession(context, everything, eliciting(refuse));
    expect(await refusing.client.callTool(elicit)).toMatchObject({ isError: true, content: text(/user is asleep/) });
    await refusing.close();

    const breaks: InboundHandler = () => {
      throw new Error('password in /srv/secrets');
    };
    const breaking = await openSession(context, everything, eliciting(breaks));
    const { isError, content } = await breaking.client.callTool(elicit);
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).not.toContain('secrets');
    expect(breaking.complaints).toMatchObject([{ kind: 'handler-failed' }]);
    await breaking.close();
  });

  it('leaves its question open when its own call is cancelled, and an answer that comes after that harms nobody', async (context) => {
    const controller = new AbortController();
    const answer = deferred<unknown>();
    const answersLate: InboundHandler = () => {
      controller.abort();
      return answer.promise;
    };
    const { client, complaints, close } = await openSession(context, everything, eliciting(answersLate));
    const call = client.callTool(elicit, {}, { signal: controller.signal });
    expect((await errorOf(call)).code).toBe('MCP_ABORTED');
    await client.ping();
    answer.resolve({ action: 'cancel' });
    await client.ping();
    expect((await client.callTool('echo', { message: 'on' })).content).toEqual(text('Echo: on'));
    expect(complaints).toEqual([]);
    await close();
  });

  it('is closed while it waits for an answer', async (context) => {
    const asked = deferred<AbortSignal>();
    const neverAnswers: InboundHandler = (_params, { signal }) => {
      asked.resolve(signal);
      return new Promise(() => {});
    };
    const { client, close } = await openSession(context, everything, eliciting(neverAnswers));
    const call = errorOf(client.callTool(elicit));
    const signal = await asked.promise;
    await close();
    expect(await call).toMatchObject({ code: 'CLIENT_CLOSED', outcome: 'unknown' });
    expect(signal.aborted).toBe(true);
  });

  it('wants a page to be opened first: an error with a code and data of its own', async (context) => {
    const { client } = await openSession(context, everything, answering);
    const call = client.callTool('trigger-url-elicitation', { url: 'http://127.0.0.1/', errorPath: true });
    const error = await errorOf(call);
    expect(error).toMatchObject({
      code: 'MCP_ERROR',
      remoteCode: -32042,
      data: { elicitations: [{ mode: 'url', message: expect.stringContaining('prerequisite') }] },
    });
  });
});
