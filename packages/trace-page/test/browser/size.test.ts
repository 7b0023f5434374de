import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderTracePage, type TraceInput } from '@coding-agent/trace-page';
import type { Page } from 'playwright-core';
import { manyRequests } from '../support/many-requests.ts';
import { isBrowserMissing, TestBrowser } from '../support/test-browser.ts';
import { request, trace } from '../support/trace-builder.ts';

/**
 * How much longer a step may take with 10,000 requests than with 1,000. Were all of it linear it would be 10. Both draw the
 * same hundred rows, which is most of the work; only picking the rows and the strip of all of them grow, so that it is between
 * 1 and 2. Three means that somebody sorts or draws everything again.
 */
const mostTimesLonger = 3;

describe.skipIf(isBrowserMissing)('traces of all sizes', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await TestBrowser.start();
  });
  afterAll(() => browser.close());

  const sizes: readonly (readonly [number, TraceInput])[] = [
    [0, trace([])],
    [1, trace([request({ id: 1 })])],
    [12, manyRequests(12)],
    [10_000, manyRequests(10_000)],
  ];
  test.each(sizes)(
    'with %i requests no page is wider than its window, on a phone and on a wide screen',
    async (count, input) => {
      const { page, watch } = await browser.open(renderTracePage([input], { language: 'en' }));
      for (const width of [360, 1600]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
      await page.setViewportSize({ width: 360, height: 900 });
      // Of the drawings, too, all of the width is seen on a phone: they are drawn again when their boxes have changed.
      const areSeen = await page.waitForFunction(() =>
        Array.from(document.querySelectorAll('.sequence-box, .timeline-box, .lives-box')).every(
          ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth,
        ),
      );
      expect(await areSeen.jsonValue()).toBe(true);
      expect(await page.locator('#requests tbody tr').count()).toBe(Math.min(count, 100));
      expect(await watch.faults()).toEqual([]);
      await page.close();
    },
  );

  test('10,000 requests are filtered, sorted and paged about as fast as 1,000', async () => {
    const { page: small } = await browser.open(renderTracePage([manyRequests(1000)], { language: 'en' }));
    const { page: large } = await browser.open(renderTracePage([manyRequests(10_000)], { language: 'en' }));
    // Turn by turn, so that whatever else the machine does is felt by both.
    const [ofSmall, ofLarge]: [Timings[], Timings[]] = [[], []];
    for (let round = 0; round < 9; round += 1) {
      ofSmall.push(await timings(small, round));
      ofLarge.push(await timings(large, round));
    }
    for (const step of ['filter', 'sort', 'page'] as const) {
      const ratio = median(ofLarge.map((each) => each[step])) / median(ofSmall.map((each) => each[step]));
      expect(ratio, step).toBeLessThan(mostTimesLonger);
    }
  });
});

interface Timings {
  readonly filter: number;
  readonly sort: number;
  readonly page: number;
}

/** How long each step keeps the page from drawing, layout included, in milliseconds. */
async function timings(page: Page, round: number): Promise<Timings> {
  return page.evaluate(async (turn) => {
    const find = (selector: string): HTMLElement => {
      const found = document.querySelector<HTMLElement>(selector);
      if (found === null) throw new Error(`there is no ${selector}`);
      return found;
    };
    const timed = async (act: () => void): Promise<number> => {
      const begin = performance.now();
      const changed = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(find('main'), { subtree: true, childList: true, characterData: true, attributes: true });
      });
      act();
      await changed;
      // What was changed has to be laid out too.
      document.body.getBoundingClientRect();
      return performance.now() - begin;
    };
    const search = find('.filter input[type="search"]') as HTMLInputElement;
    const filter = await timed(() => {
      search.value = ['read', 'search', 'write'][turn % 3] ?? '';
      search.dispatchEvent(new Event('input', { bubbles: true }));
    });
    const columns = ['duration', 'tool', 'answerBytes', 'start'];
    const sort = await timed(() => find(`thead th[data-column="${columns[turn % 4]}"] button`).click());
    const next = await timed(() => find('.pager .page-button:nth-of-type(3)').click());
    return { filter, sort, page: next };
  }, round);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}
