import { describe, expect, test } from 'vitest';
import type { FixtureMode, FixtureOptions, WireMessage } from '../src/index.ts';
import { RawChild } from './support/raw-child.ts';

async function initialize(mode: FixtureMode, options: FixtureOptions = {}): Promise<WireMessage> {
  const raw = new RawChild({ mode, ...options });
  raw.say({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18' } });
  const answer = await raw.answerTo(0);
  await raw.close();
  return answer;
}

describe('revisions (C-05, C-07)', () => {
  test('mode refuse-version refuses the handshake and says what it supports', async () => {
    expect((await initialize('refuse-version')).error).toEqual({
      code: -32602,
      message: 'Unsupported protocol version',
      data: { supported: ['1999-01-01'], requested: '2025-06-18' },
    });
  });

  test('mode other-version answers with a revision that nobody asked for', async () => {
    expect((await initialize('other-version')).result).toMatchObject({ protocolVersion: '1999-01-01' });
    const { result } = await initialize('other-version', { revision: '2025-03-26' });
    expect(result).toMatchObject({ protocolVersion: '2025-03-26' });
  });
});

describe('pages of tools/list', () => {
  /** Asks for pages until there is no next one, at most six. */
  async function pages(
    mode: FixtureMode,
    options: FixtureOptions = {},
  ): Promise<{ names: string[]; nextCursor: string | undefined }[]> {
    const raw = await new RawChild({ mode, ...options }).handshake();
    const seen = [];
    let cursor: string | undefined;
    for (let id = 1; id <= 6; id++) {
      raw.say({ id, method: 'tools/list', params: { cursor } });
      const result = (await raw.answerTo(id)).result as { tools: { name: string }[]; nextCursor?: string };
      cursor = result.nextCursor;
      seen.push({ names: result.tools.map(({ name }) => name), nextCursor: cursor });
      if (cursor === undefined) break;
    }
    raw.say({ id: 7, method: 'tools/list', params: { cursor: 'made up' } });
    expect((await raw.answerTo(7)).error).toMatchObject({ code: -32602 });
    await raw.close();
    return seen;
  }

  test('mode pages has three', async () => {
    expect(await pages('pages')).toEqual([
      { names: ['echo'], nextCursor: 'page-2' },
      { names: ['fail'], nextCursor: 'page-3' },
      { names: ['never', 'exit'], nextCursor: undefined },
    ]);
  });

  test('mode empty-cursor asks for the second with the empty string', async () => {
    expect(await pages('empty-cursor')).toEqual([
      { names: ['echo'], nextCursor: '' },
      { names: ['fail', 'never', 'exit'], nextCursor: undefined },
    ]);
  });

  test('mode stuck-cursor has no last one', async () => {
    const seen = await pages('stuck-cursor');
    expect(seen).toHaveLength(6);
    for (const page of seen) expect(page).toEqual({ names: ['echo', 'fail', 'never', 'exit'], nextCursor: 'again' });
  });

  test('mode stuck-cursor has no last one, and no two alike when they are fresh', async () => {
    const cursors = (await pages('stuck-cursor', { fresh: true })).map(({ nextCursor }) => nextCursor);
    expect(cursors).toEqual(['page-2', 'page-3', 'page-4', 'page-5', 'page-6', 'page-7']);
  });
});
