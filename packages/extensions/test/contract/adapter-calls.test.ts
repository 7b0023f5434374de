import { describe, expect } from 'vitest';
import type { ArgumentProblem } from '../../src/errors.ts';
import type { ExecuteOptions, ToolDefinition } from '../../src/adapter/tool-definition.ts';
import { errorOf } from '../support/peer.ts';
import { adapterBench, listOf, textResult, tool } from '../support/tools.ts';
import { verifies } from './verifies.ts';

const search = tool('search', {
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string' }, count: { type: 'integer' } },
    required: ['query'],
    additionalProperties: false,
  },
});

/** The definition of a tool that must be there. */
function definitionOf({ adapter }: ReturnType<typeof adapterBench>, toolName: string): ToolDefinition {
  const found = adapter.tools.find((one) => one.toolName === toolName);
  if (found === undefined) throw new Error(`no tool ${toolName}`);
  return found;
}

describe('discovered tools', () => {
  verifies('A-06', 'a name is found in the table or not at all: nothing that a model makes up is called', () => {
    const { adapter } = adapterBench([tool('read'), tool('write')]);
    expect(adapter.find('files__read')?.toolName).toBe('read');
    for (const name of ['read', 'files__delete', 'files__', 'Files__read', 'constructor', '__proto__', '']) {
      expect(adapter.find(name), name).toBeUndefined();
    }
  });

  verifies('A-06', 'a tool that is not listed any more is not called, however long somebody held it', async () => {
    const bench = adapterBench([tool('read'), tool('write')]);
    const held = definitionOf(bench, 'write');
    bench.adapter.refresh(listOf(tool('read')));
    expect(await errorOf(held.execute({}))).toMatchObject({
      code: 'MCP_UNKNOWN_TOOL',
      outcome: 'not-sent',
      serverName: 'files',
    });
    expect(bench.adapter.find('files__write')).toBeUndefined();
    bench.adapter.refresh(listOf(tool('read'), tool('write')));
    expect(await held.execute({})).toMatchObject({ text: 'done' });
    expect(bench.calls.map(({ name }) => name)).toEqual(['write']);
  });

  verifies('A-06', 'a tool that a filter leaves out does not exist; a filter that throws leaves it out too', () => {
    const includes = (name: string): boolean => {
      if (name === 'c') throw new Error('broken');
      return name === 'a';
    };
    const { adapter } = adapterBench([tool('a'), tool('b'), tool('c')], undefined, { includes });
    expect(adapter.tools.map(({ toolName }) => toolName)).toEqual(['a']);
    expect(adapter.rejected).toEqual([{ toolName: 'c', reason: expect.stringContaining('filter') }]);
    const late = (async () => true) as unknown as () => boolean;
    expect(adapterBench([tool('a')], undefined, { includes: late }).adapter.tools).toEqual([]);
  });

  verifies('A-06', 'what the list left out is told with its reason', () => {
    const { adapter } = adapterBench([]);
    const rejected = [
      { index: 0, name: 'a', reason: 'its schema is a string' },
      { index: 1, reason: 'it has no name' },
    ];
    adapter.refresh({ tools: [tool('b')], rejected, truncated: false });
    expect(adapter.rejected).toEqual([
      { toolName: 'a', reason: 'its schema is a string' },
      { toolName: '(tool 1 of the list)', reason: 'it has no name' },
    ]);
  });

  verifies(
    'A-06',
    'arguments that do not fit are refused with their problems before anybody is asked, and nothing is sent',
    async () => {
      let asked = 0;
      const policy = (): { decision: 'allow' } => {
        asked += 1;
        return { decision: 'allow' };
      };
      const bench = adapterBench([search], undefined, { policy });
      const error = await errorOf(definitionOf(bench, 'search').execute({ count: 'many', other: 1 }));
      expect(error).toMatchObject({
        code: 'MCP_INVALID_PARAMS',
        outcome: 'not-sent',
        method: 'tools/call',
        serverName: 'files',
      });
      expect(error.problems?.length).toBeGreaterThan(0);
      expect(error.problems?.map(({ path }: ArgumentProblem) => path)).toContain('/count');
      expect(error.message).toContain('query'); // what is missing is named, for a model to put it right
      for (const args of [null, [], 'text', { query: 1n }, { query: Number.NaN }, { query: new Date() }]) {
        expect(await errorOf(definitionOf(bench, 'search').execute(args as never)), typeof args).toMatchObject({
          code: 'MCP_INVALID_PARAMS',
          outcome: 'not-sent',
        });
      }
      expect([asked, bench.calls.length]).toEqual([0, 0]);
    },
  );

  verifies('A-06', 'arguments have limits of their own', async () => {
    const bench = adapterBench([tool('a')], undefined, { limits: { maxArgumentBytes: 100, maxArgumentDepth: 3 } });
    const execute = (args: object): Promise<unknown> => definitionOf(bench, 'a').execute({ ...args });
    for (const args of [{ text: 'x'.repeat(100) }, { a: { b: { c: { d: 1 } } } }]) {
      expect(await errorOf(execute(args))).toMatchObject({ code: 'MCP_INVALID_PARAMS', outcome: 'not-sent' });
    }
    await execute({ a: { b: 1 } });
    expect(bench.calls).toHaveLength(1);
  });

  verifies('A-06', 'the order of a call: aborted, listed, arguments, policy, call', async () => {
    const bench = adapterBench([search], undefined, { policy: () => ({ decision: 'deny', reason: 'no' }) });
    const held = definitionOf(bench, 'search');
    const execute = (args: object, options: ExecuteOptions = {}): Promise<unknown> =>
      held.execute({ ...args }, options);
    const aborted = { signal: AbortSignal.abort('gone') };
    const bad = { query: 1 };
    const good = { query: 'a' };
    const codeOf = async (call: Promise<unknown>): Promise<string> => (await errorOf(call)).code;
    expect(await codeOf(execute(good))).toBe('MCP_DENIED');
    expect(await codeOf(execute(bad))).toBe('MCP_INVALID_PARAMS');
    bench.adapter.refresh(listOf());
    expect(await codeOf(execute(bad))).toBe('MCP_UNKNOWN_TOOL');
    expect(await codeOf(execute(bad, aborted))).toBe('MCP_ABORTED');
    expect(bench.calls).toEqual([]);
  });

  verifies('A-06', 'options of the call reach the source, and progress gives it time anew', async () => {
    const bench = adapterBench([tool('a')], () => textResult('x'));
    const onProgress = (): void => {};
    const { signal } = new AbortController();
    await definitionOf(bench, 'a').execute({ b: 1 }, { signal, timeoutMs: 5_000, onProgress });
    expect(bench.calls).toEqual([
      {
        name: 'a',
        args: { b: 1 },
        options: {
          signal,
          timeoutMs: 5_000,
          onProgress,
          resetTimeoutOnProgress: true,
          beforeSend: expect.any(Function),
        },
      },
    ]);
    expect(await errorOf(definitionOf(bench, 'a').execute({}, { timeoutMs: 0.5 }))).toMatchObject({
      code: 'MCP_INVALID_PARAMS',
    });
  });
});
