import { describe, expect } from 'vitest';
import type { ToolFeed } from '../../src/adapter/tool-source.ts';
import type { ToolList } from '../../src/protocol/tool-list.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { adapterBench, listOf, tool } from '../support/tools.ts';
import { verifies } from './verifies.ts';

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

  verifies('A-07', 'a change during the last try is the next one, and not lost', async () => {
    const { feed, published } = await following();
    feed.list = () => {
      if (feed.lists < 3) throw new Error('out of order');
      // The third list is on its way, and fails, when the change is told.
      feed.say();
      feed.list = () => listOf(tool('b'));
      throw new Error('out of order');
    };
    feed.say();
    await feed.clock.advance(60_000);
    expect([feed.lists, published]).toEqual([4, [['b']]]);
  });

  verifies('A-07', 'a failure that cannot be shown is one like any other', async () => {
    const { feed, published, messages } = await following();
    feed.list = () => {
      throw Object.create(null);
    };
    feed.say();
    await feed.clock.advance(60_000);
    expect([feed.lists, messages]).toEqual([3, Array(3).fill(expect.stringContaining('could not be read again'))]);
    feed.list = () => listOf(tool('b'));
    feed.say();
    await feed.clock.advance(1_000);
    expect(published).toEqual([['b']]);
  });
});
