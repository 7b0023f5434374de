import { describe, expect } from 'vitest';
import type { RegistryTool, ToolRegistry } from '../../src/adapter/registry-tool.ts';
import { ToolFailedError } from '../../src/adapter/registry-tool.ts';
import type { ToolFeed } from '../../src/adapter/tool-source.ts';
import type { ToolList } from '../../src/protocol/tool-list.ts';
import { ManualClock } from '../support/manual-clock.ts';
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

describe('news of a changed list', () => {
  const listChanged = 'notifications/tools/list_changed';

  /** A feed whose list takes 50 ms. */
  class Feed implements ToolFeed {
    readonly clock = new ManualClock();
    lists = 0;
    atOnce = 0;
    list: () => ToolList = () => listOf(tool('a'));
    listed: () => void = () => {};
    readonly #handlers = new Set<(method: string, params: object) => unknown>();

    onNotification(handler: (method: string, params: never) => unknown): () => void {
      this.#handlers.add(handler as never);
      return () => void this.#handlers.delete(handler as never);
    }

    get listeners(): number {
      return this.#handlers.size;
    }

    say(method: string = listChanged): void {
      for (const handler of this.#handlers) handler(method, {});
    }

    async listTools({ signal }: { signal?: AbortSignal | undefined }): Promise<ToolList> {
      this.lists += 1;
      this.atOnce += 1;
      expect(this.atOnce).toBe(1);
      const list = this.#now(); // a change while it is on its way is not in it
      await new Promise<void>((resolve) => {
        this.clock.setTimer(50, resolve);
        signal?.addEventListener('abort', () => resolve());
      });
      this.atOnce -= 1;
      this.listed();
      return list;
    }

    #now(): ToolList {
      try {
        return this.list();
      } catch (error) {
        this.atOnce -= 1;
        throw error;
      }
    }
  }

  /** An adapter that follows a feed, and what it published, after the reading at the beginning. */
  async function following(): Promise<{ feed: Feed; published: string[][]; stop: () => void; messages: string[] }> {
    const messages: string[] = [];
    const onDiagnostic = ({ message }: { message: string }): void => void messages.push(message);
    const { adapter } = adapterBench([tool('a')], undefined, { onDiagnostic });
    const feed = new Feed();
    const published: string[][] = [];
    adapter.onChange(() => published.push(adapter.tools.map(({ toolName }) => toolName)));
    const stop = adapter.follow(feed, { clock: feed.clock });
    await feed.clock.advance(60_000);
    expect([feed.lists, published]).toEqual([1, []]);
    feed.lists = 0;
    return { feed, published, stop, messages };
  }

  // Complaint: https://github.com/microsoft/aspire/issues/14375 (1,742 refreshes).
  verifies('A-07', 'a thousand of them in 100 ms make three lists at most, and exactly one version', async () => {
    const { feed, published } = await following();
    let said = 0;
    feed.list = () => listOf(tool('a'), tool(`after-${said}`));
    for (; said < 1_000; said += 1) {
      feed.say();
      await feed.clock.advance(0.1);
    }
    await feed.clock.advance(60_000);
    expect(feed.lists).toBeLessThanOrEqual(3);
    expect(published).toEqual([['a', 'after-1000']]);
  });

  verifies('A-07', 'a list that was asked for before the last change is not published', async () => {
    const { feed, published } = await following();
    feed.list = () => listOf(tool('old'));
    feed.say();
    await feed.clock.advance(25);
    feed.list = () => listOf(tool('new'));
    feed.say();
    await feed.clock.advance(1_000);
    expect([feed.lists, published]).toEqual([2, [['new']]]);
  });

  verifies(
    'A-07',
    'the same list again is no new version, and a server that says so for ever is asked less and less',
    async () => {
      const { feed, published } = await following();
      feed.listed = () => feed.say(); // a change whenever it is asked
      feed.say();
      await feed.clock.advance(600_000);
      expect(published).toEqual([]);
      expect(feed.lists).toBeGreaterThan(100);
      expect(feed.lists).toBeLessThan(130);
    },
  );

  verifies('A-07', 'changes that never end are published all the same', async () => {
    const { feed, published } = await following();
    let said = 0;
    feed.list = () => listOf(tool(`t${said}`));
    for (; said < 3_000; said += 1) {
      feed.say();
      await feed.clock.advance(10);
    }
    expect(published.length).toBeGreaterThanOrEqual(5);
    expect(published.length).toBeLessThanOrEqual(6);
  });

  verifies('A-07', 'a list that cannot be read leaves what there is, and is tried three times', async () => {
    const { feed, published, messages } = await following();
    feed.list = () => {
      throw new Error('out of order');
    };
    feed.say();
    await feed.clock.advance(600_000);
    expect([feed.lists, published, messages]).toEqual([3, [], Array(3).fill(expect.stringContaining('out of order'))]);
    feed.list = () => listOf(tool('b'));
    feed.say();
    await feed.clock.advance(100);
    expect(published).toEqual([['b']]);
  });

  verifies(
    'A-07',
    'other notifications mean nothing, and after the stop nothing is listened to, waited for or published',
    async () => {
      const { feed, published, stop } = await following();
      feed.say('notifications/resources/list_changed');
      await feed.clock.advance(1_000);
      expect(feed.lists).toBe(0);
      feed.list = () => listOf(tool('b'));
      feed.say();
      await feed.clock.advance(10);
      feed.say();
      stop();
      stop();
      await feed.clock.advance(0);
      expect([feed.lists, feed.listeners]).toEqual([1, 0]);
      await feed.clock.advance(60_000);
      expect([feed.lists, published, feed.clock.timers]).toEqual([1, [], 0]);
    },
  );
});
