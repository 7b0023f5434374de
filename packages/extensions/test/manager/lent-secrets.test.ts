import { describe, expect, test } from 'vitest';
import { redact } from '../../src/base/redact.ts';
import { expandOne, refusalOf, startOf } from './support/expand.ts';

describe('M-07: secrets come from a broker, at the start', () => {
  test('each is asked for once, with its server and its purpose, and is put into nothing but environment and headers', async () => {
    const asked: unknown[] = [];
    const entry = { command: 'x', env: { A: '${secret:a}', B: 'x-${secret:a}', C: '${secret:c}' } };
    const expanded = await expandOne(entry, {
      secrets: async (request) => {
        asked.push(request);
        return { value: `value-of-${request.name}` };
      },
    });
    expect(startOf(expanded).env).toEqual({ A: 'value-of-a', B: 'x-value-of-a', C: 'value-of-c' });
    expect(asked).toEqual([
      { serverName: 'example', name: 'a', purpose: 'env.A' },
      { serverName: 'example', name: 'c', purpose: 'env.C' },
    ]);
    expect(expanded.secrets).toEqual(expect.arrayContaining(['value-of-a', 'x-value-of-a', 'value-of-c']));
    const shown = redact('said value-of-a and value-of-c', { values: expanded.secrets, truncated: false });
    expect(shown).not.toMatch(/value-of/);
    expect(JSON.stringify(expanded.variables)).not.toContain('value-of');
  });

  test('what was lent is given back once, and what cannot be is named', async () => {
    const back: string[] = [];
    const expanded = await expandOne(
      { command: 'x', env: { A: '${secret:a}', B: '${secret:b}', C: '${secret:c}' } },
      {
        secrets: async ({ name }) => ({
          value: name,
          revoke:
            name === 'c' ? undefined : () => (name === 'b' ? Promise.reject(new Error('no')) : void back.push(name)),
        }),
      },
    );
    expect(await Promise.all([expanded.revoke(), expanded.revoke()])).toEqual([['b'], ['b']]);
    expect(back).toEqual(['a']);
  });

  test('when the start fails, or is given up, what was lent is given back, also what comes late', async () => {
    const back: string[] = [];
    const lend = (name: string): { value: string; revoke: () => void } => ({
      value: name,
      revoke: () => void back.push(name),
    });
    const entry = { command: 'x', env: { A: '${secret:a}', B: '${secret:b}' } };
    await refusalOf(expandOne(entry, { secrets: async ({ name }) => (name === 'a' ? lend(name) : undefined) }));
    expect(back).toEqual(['a']);

    const controller = new AbortController();
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const late = expandOne(entry, {
      signal: controller.signal,
      secrets: async ({ name }) => {
        if (name === 'b') await gate;
        return lend(`late-${name}`);
      },
    });
    const refused = refusalOf(late);
    controller.abort();
    expect(await refused).toMatchObject({ code: 'MCP_ABORTED', serverName: 'example', abortedBy: 'caller' });
    release();
    await expect.poll(() => back, { timeout: 10_000 }).toEqual(['a', 'late-a', 'late-b']);
    expect(await refusalOf(expandOne(entry, { signal: AbortSignal.abort() }))).toMatchObject({ code: 'MCP_ABORTED' });
  });

  test('the words of a vault that fails are not shown', async () => {
    const error = await refusalOf(
      expandOne(
        { command: 'x', env: { A: '${secret:a}' } },
        { secrets: () => Promise.reject(new Error('token hvs.1 expired')) },
      ),
    );
    expect(error.message).toMatch(/the secret a, and asking for it failed/);
    expect(JSON.stringify(error) + String(error.cause)).not.toContain('hvs.1');
  });

  test('an input that is a password is asked of the broker first, then of a person; others of a person only', async () => {
    const inputs = [
      { id: 'key', password: true },
      { id: 'place', description: 'Where?' },
    ];
    const entry = { command: 'x', args: ['${input:place}'], env: { KEY: '${input:key}' } };
    const askInput = async ({ id, serverName }: { id: string; serverName: string }): Promise<string> =>
      `${serverName}-${id}`;
    const asked: string[] = [];
    const secrets = async ({ name }: { name: string }): Promise<{ value: string } | undefined> => {
      asked.push(name);
      return name === 'key' ? { value: 'from-the-broker' } : undefined;
    };
    const both = await expandOne(entry, { askInput, secrets }, { inputs });
    expect(startOf(both)).toMatchObject({ args: ['example-place'], env: { KEY: 'from-the-broker' } });
    expect([asked, both.secrets]).toEqual([['key'], ['from-the-broker']]);
    const alone = await expandOne(entry, { askInput }, { inputs });
    expect([startOf(alone).env, alone.secrets]).toEqual([{ KEY: 'example-key' }, ['example-key']]);
    const headless = await refusalOf(expandOne(entry, {}, { inputs }));
    expect(headless.message).toMatch(/input place, and there is nobody to ask.*input key, and there is nobody to ask/);
  });

  test('two starts at once never see each other’s secrets (mcporter R2/R7)', async () => {
    const entry = { command: 'x', env: { TOKEN: '${TOKEN}', KEY: '${secret:key}' } };
    const start = (who: string): ReturnType<typeof expandOne> =>
      expandOne(entry, { host: { TOKEN: `token-${who}` }, secrets: async () => ({ value: `key-${who}` }) });
    const all = await Promise.all(Array.from({ length: 20 }, (_, index) => start(String(index))));
    for (const [index, expanded] of all.entries()) {
      expect(startOf(expanded).env).toEqual({ TOKEN: `token-${index}`, KEY: `key-${index}` });
      expect(expanded.secrets).toEqual([`token-${index}`, `key-${index}`]);
    }
    expect(process.env['TOKEN']).toBeUndefined();
  });

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'token'],
    ['no value', {}],
    ['a number', { value: 7 }],
  ])('a broker that gives %s has given no secret: nothing missing becomes empty, or a text', async (_, lent) => {
    const entry = { command: 'x', env: { TOKEN: '${secret:key}' } };
    const error = await refusalOf(expandOne(entry, { secrets: () => Promise.resolve(lent as never) }));
    expect(error).toMatchObject({ code: 'MCP_INVALID_CONFIG', message: expect.stringContaining('the secret key') });
  });

  test.each<[string, () => unknown]>([
    ['null', () => Promise.resolve(null)],
    ['a number', () => Promise.resolve(7)],
    ['nothing, at once', () => undefined],
    [
      'an error, at once',
      () => {
        throw new Error('the vault says hunter2');
      },
    ],
  ])('a prompt that gives %s has given no answer', async (_, askInput) => {
    const inputs = [{ id: 'place', type: 'promptString' }];
    const entry = { command: 'x', env: { PLACE: '${input:place}' } };
    const error = await refusalOf(expandOne(entry, { askInput: askInput as never }, { inputs }));
    expect(error).toMatchObject({ code: 'MCP_INVALID_CONFIG', message: expect.stringContaining('input place') });
    expect(error.message).not.toContain('hunter2');
  });
});
