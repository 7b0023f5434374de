import { describe, expect } from 'vitest';
import type { RegistryTool, ToolRegistry } from '../../src/adapter/registry-tool.ts';
import { ToolFailedError } from '../../src/adapter/registry-tool.ts';
import type { Tool } from '../../src/protocol/tool.ts';
import { errorOf } from '../support/peer.ts';
import { adapterBench, contentResult, listOf, textResult, tool } from '../support/tools.ts';
import { verifies } from './verifies.ts';

/** A registry that refuses what it has already, and what it is told to refuse. */
class Registry implements ToolRegistry {
  readonly tools = new Map<string, RegistryTool>();
  readonly refuses = new Set<string>();
  changes = 0;

  register(one: RegistryTool): void {
    if (this.tools.has(one.name) || this.refuses.has(one.name)) throw new Error(`no place for ${one.name}`);
    this.changes += 1;
    this.tools.set(one.name, one);
  }

  unregister(name: string): void {
    if (!this.tools.delete(name)) throw new Error(`there is no ${name}`);
    this.changes += 1;
  }

  get names(): readonly string[] {
    return [...this.tools.keys()];
  }
}

const call = (registry: Registry, name: string, args: object = {}): Promise<string> =>
  registry.tools.get(name)?.execute({ ...args }) ?? Promise.reject(new Error(`no ${name}`));

describe('a registry', () => {
  verifies('A-07', 'has all tools of a server after it was mounted, and none after it was undone', async () => {
    const { adapter } = adapterBench([tool('a'), tool('b')]);
    const registry = new Registry();
    const mount = adapter.mountToRegistry(registry);
    expect(registry.names).toEqual(['files__a', 'files__b']);
    expect(mount.names).toEqual(['files__a', 'files__b']);
    expect(registry.tools.get('files__a')).toEqual({
      name: 'files__a',
      description: 'The tool a.',
      inputSchema: { type: 'object' },
      permission: 'execute',
      execute: expect.any(Function),
    });
    mount.unmount();
    mount.unmount();
    expect([registry.names, mount.names, registry.changes]).toEqual([[], [], 4]);
    adapter.refresh(listOf(tool('c')));
    expect(registry.names).toEqual([]);
  });

  verifies('A-07', 'may have a namespace of its own', () => {
    const { adapter } = adapterBench([tool('a')]);
    const registry = new Registry();
    adapter.mountToRegistry(registry, 'mine');
    adapter.mountToRegistry(registry);
    expect(registry.names).toEqual(['mine__a', 'files__a']);
    expect(() => adapter.mountToRegistry(registry, '')).toThrow('namespace');
  });

  verifies('A-07', 'that refuses one tool has none of them', () => {
    const { adapter } = adapterBench([tool('a'), tool('b'), tool('c')]);
    const registry = new Registry();
    registry.refuses.add('files__c');
    expect(() => adapter.mountToRegistry(registry)).toThrow('no place for files__c');
    expect(registry.names).toEqual([]);
    registry.refuses.clear();
    expect(adapter.mountToRegistry(registry).names).toHaveLength(3);
  });

  verifies('A-07', 'may give functions that take back, and needs one way to do so', () => {
    const { adapter } = adapterBench([tool('a'), tool('b')]);
    const held = new Set<string>();
    const giving: ToolRegistry = {
      register: ({ name }) => {
        held.add(name);
        return () => held.delete(name);
      },
    };
    const mount = adapter.mountToRegistry(giving);
    expect(held.size).toBe(2);
    mount.unmount();
    expect(held.size).toBe(0);
    expect(() => adapter.mountToRegistry({ register: () => {} })).toThrow(
      expect.objectContaining({ code: 'MCP_INVALID_CONFIG', message: expect.stringContaining('unregister') }),
    );
  });

  verifies(
    'A-07',
    'follows the list: what is new comes, what is gone goes, what changed is replaced, the rest is left alone',
    () => {
      const { adapter } = adapterBench([tool('a'), tool('b'), tool('c')]);
      const registry = new Registry();
      adapter.mountToRegistry(registry);
      const { a: kept } = Object.fromEntries(adapter.tools.map((one) => [one.toolName, one]));
      const inMap = registry.tools.get('files__a');
      const changes = adapter.refresh(listOf(tool('a'), tool('b', { description: 'Another one.' }), tool('d')));
      expect(changes).toEqual({ added: ['d'], removed: ['c'], changed: [{ toolName: 'b', members: ['description'] }] });
      expect(registry.names).toEqual(['files__a', 'files__b', 'files__d']);
      expect(registry.tools.get('files__a')).toBe(inMap);
      expect(registry.tools.get('files__b')?.description).toBe('Another one.');
      expect(adapter.tools[0]).toBe(kept);
      expect(adapter.version).toBe(2);
    },
  );

  verifies('A-07', 'that refuses a new tool keeps the old ones, all of them, and that is told', () => {
    const messages: string[] = [];
    const onDiagnostic = ({ message }: { message: string }): void => void messages.push(message);
    const { adapter } = adapterBench([tool('a'), tool('b')], undefined, { onDiagnostic });
    const registry = new Registry();
    const mount = adapter.mountToRegistry(registry);
    registry.refuses.add('files__c');
    adapter.refresh(listOf(tool('b', { description: 'Another one.' }), tool('c')));
    expect(registry.names.toSorted()).toEqual(['files__a', 'files__b']);
    expect(registry.tools.get('files__b')?.description).toBe('The tool b.');
    expect(messages).toEqual([expect.stringContaining('no place for files__c')]);
    registry.refuses.clear();
    adapter.refresh(listOf(tool('b', { description: 'Another one.' }), tool('c'))); // the same again, and now it can
    expect(mount.names.toSorted()).toEqual(['files__b', 'files__c']);
    expect(registry.names).toEqual(mount.names);
  });

  verifies('A-07', 'what changed is said member by member; the order of keys is no change', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } } };
    const other = { properties: { b: { type: 'number' }, a: { type: 'string' } }, type: 'object' };
    const before = tool('a', { inputSchema: schema, annotations: { readOnlyHint: true, x: 1 } });
    const { adapter } = adapterBench([before]);
    const nothing = { added: [], removed: [], changed: [] };
    const same = tool('a', { inputSchema: other, annotations: { x: 2, readOnlyHint: true } });
    expect(adapter.refresh(listOf(same))).toEqual(nothing);
    expect(adapter.version).toBe(1);
    const another = tool('a', { title: 'A', inputSchema: other, outputSchema: {}, annotations: {} });
    expect(adapter.refresh(listOf(another)).changed).toEqual([
      { toolName: 'a', members: ['title', 'outputSchema', 'annotations'] },
    ]);
  });

  verifies('A-07', 'a list that was cut takes no tool away', () => {
    const { adapter } = adapterBench([tool('a'), tool('b', { description: 'x'.repeat(100_000) })]);
    const changes = adapter.refresh({ ...listOf(tool('c')), truncated: 'page-failed' });
    expect(changes).toEqual({ added: ['c'], removed: [], changed: [] });
    expect(adapter.tools.map(({ toolName }) => toolName)).toEqual(['c', 'a', 'b']);
  });

  verifies('A-07', 'that throws something which cannot be shown harms neither the refresh nor the others', () => {
    const messages: string[] = [];
    const onDiagnostic = ({ message }: { message: string }): void => void messages.push(message);
    const { adapter } = adapterBench([tool('a')], undefined, { onDiagnostic });
    const [odd, registry] = [new Registry(), new Registry()];
    adapter.mountToRegistry(odd);
    adapter.mountToRegistry(registry);
    odd.register = () => {
      throw Object.create(null);
    };
    expect(adapter.refresh(listOf(tool('a'), tool('b')))).toMatchObject({ added: ['b'] });
    expect([odd.names, registry.names]).toEqual([['files__a'], ['files__a', 'files__b']]);
    expect(messages).toEqual([expect.stringContaining('the registry kept the tools that it had')]);
  });

  verifies('A-07', 'follows a list with an output schema that is nested as deep as a line is long', () => {
    const deep = (): Tool => {
      let outputSchema: Record<string, unknown> = {};
      for (let level = 0; level < 50_000; level += 1) outputSchema = { not: outputSchema };
      return tool('deep', { outputSchema });
    };
    const { adapter } = adapterBench([deep()]);
    const registry = new Registry();
    adapter.mountToRegistry(registry);
    expect(adapter.refresh(listOf(deep(), tool('b')))).toEqual({ added: ['b'], removed: [], changed: [] });
    expect(registry.names).toEqual(['files__deep', 'files__b']);
  });
});

describe('the simple form', () => {
  verifies('E-03', 'text blocks come back joined by newlines', async () => {
    const { adapter, calls } = adapterBench([tool('a')], () =>
      contentResult({ type: 'text', text: 'one' }, { type: 'text', text: 'two' }),
    );
    const registry = new Registry();
    adapter.mountToRegistry(registry);
    expect(await call(registry, 'files__a', { b: 1 })).toBe('one\ntwo');
    expect(calls).toMatchObject([{ name: 'a', args: { b: 1 } }]);
  });

  verifies('E-03', 'a tool that says it failed is an error with that text', async () => {
    const failed = {
      ...contentResult({ type: 'text', text: 'no such file' }, { type: 'text', text: 'a.txt' }),
      isError: true,
    };
    let answer = failed;
    const { adapter } = adapterBench([tool('a')], () => answer);
    const registry = new Registry();
    adapter.mountToRegistry(registry);
    const error: unknown = await call(registry, 'files__a').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ToolFailedError);
    expect(error).toMatchObject({ message: 'no such file\na.txt', outcome: { isError: true } });
    answer = { content: [], isError: true };
    await expect(call(registry, 'files__a')).rejects.toThrow('does not say why');
  });

  verifies('E-03', 'what the adapter refuses is refused here too', async () => {
    const { adapter, calls } = adapterBench([tool('a')], () => textResult(''), {
      policy: () => ({ decision: 'deny', reason: 'no' }),
    });
    const registry = new Registry();
    adapter.mountToRegistry(registry);
    expect(await errorOf(call(registry, 'files__a'))).toMatchObject({ code: 'MCP_DENIED' });
    expect(calls).toEqual([]);
  });
});
