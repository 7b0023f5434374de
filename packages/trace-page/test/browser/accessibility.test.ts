import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderTracePage, type Language, type TraceInput } from '@coding-agent/trace-page';
import { allOutcomesTrace } from '../support/all-outcomes.ts';
import { axeViolations } from '../support/axe.ts';
import { hostileTrace } from '../support/hostile-trace.ts';
import { manyRequests } from '../support/many-requests.ts';
import { isBrowserMissing, TestBrowser } from '../support/test-browser.ts';
import { trace } from '../support/trace-builder.ts';

const languages: readonly Language[] = ['en', 'zh-CN'];
const traces: readonly {
  readonly name: string;
  readonly inputs: readonly TraceInput[];
  /** Requests on a page; default: the page's own. */
  readonly pageSize?: string;
}[] = [
  { name: 'no trace', inputs: [] },
  { name: 'an empty trace', inputs: [trace([])] },
  { name: 'a run in which everything happens', inputs: [allOutcomesTrace] },
  { name: 'two traces, of several pages', inputs: [manyRequests(40), allOutcomesTrace], pageSize: '25' },
  { name: 'a hostile trace', inputs: [hostileTrace()] },
];
const widths: readonly number[] = [360, 1600];

describe.skipIf(isBrowserMissing)('for those who do not see the page as others do', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await TestBrowser.start();
  });
  afterAll(() => browser.close());

  describe.each(traces)('$name', ({ inputs, pageSize }) => {
    test.each(languages)(
      'axe-core finds nothing, in %s, light and dark, narrow and wide',
      { timeout: 300_000 },
      async (language) => {
        const { page } = await browser.open(renderTracePage(inputs, { language }));
        if (pageSize !== undefined) await page.locator('.pager select').first().selectOption(pageSize);
        const row = page.locator('#requests tbody tr button.open').first();
        if ((await row.count()) > 0) await row.click();
        for (const colorScheme of ['light', 'dark'] as const) {
          for (const width of widths) {
            await page.emulateMedia({ colorScheme });
            await page.setViewportSize({ width, height: 900 });
            expect(await axeViolations(page), `${colorScheme}, ${width}`).toEqual([]);
          }
        }
        await page.close();
      },
    );
  });

  test('the accessible tree has the drawings by name, and the table with all of its cells', async () => {
    const { page } = await browser.open(renderTracePage([allOutcomesTrace], { language: 'en' }));
    const tree = await page.locator('main').ariaSnapshot();
    expect(tree).toMatch(/img "Sequence of 13 requests; 2 answers came out of order\. All of it stands in the table/);
    expect(tree).toMatch(/img "Timeline of 13 requests, from 0\.0 ms to 642 ms\. All of it stands in the table/);
    expect(tree).toMatch(/img "Lives of 3 clients and servers/);
    expect(tree).toMatch(/columnheader "Duration, ms"/);
    expect(tree).toMatch(/row .*#6 slow.* files tools\/call slow Timeout 160\.0 0\.0 60\.0 120 – – MCP_TIMEOUT/);
    expect(tree).toMatch(/row "260\.0 files Stray answer late answer to #6: it had ended"/);
    await page.close();
  });
});
