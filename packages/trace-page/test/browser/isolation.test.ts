import { readFileSync } from 'node:fs';
import { isAlive } from '@coding-agent/fixture-servers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderTracePage } from '@coding-agent/trace-page';
import { isBrowserMissing, TestBrowser } from '../support/test-browser.ts';

/** A file of each process, but for those that have just ended. */
function filesOf(pids: readonly number[], name: string): string[] {
  return pids.flatMap((pid) => {
    try {
      return [readFileSync(`/proc/${pid}/${name}`, 'utf8')];
    } catch {
      return [];
    }
  });
}

describe.skipIf(isBrowserMissing)('the browser of these tests', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await TestBrowser.start();
    await browser.open(renderTracePage([]));
  });
  afterAll(() => browser.close());

  test('is not root, and has the user of nobody where the tests are root', () => {
    const users = filesOf(browser.pids(), 'status').map((status) => /^Uid:\s+(\d+)/m.exec(status)?.[1]);
    expect(users.length).toBeGreaterThan(1);
    expect(users).not.toContain('0');
  });

  test('has no network but for its own loopback, where the machine can keep it away', () => {
    const interfaces = filesOf(browser.pids(), 'net/dev').flatMap((table) =>
      Array.from(table.matchAll(/^\s*([\w.@-]+):/gm), ([, name]) => name),
    );
    expect(interfaces).toContain('lo');
    expect(browser.isolation.hasNetwork || new Set(interfaces).size === 1).toBe(true);
  });

  test('is gone when it is closed, with all of its processes', async () => {
    const other = await TestBrowser.start();
    await other.open(renderTracePage([]));
    const pids = other.pids();
    await other.close();
    expect(pids.length).toBeGreaterThan(1);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});
