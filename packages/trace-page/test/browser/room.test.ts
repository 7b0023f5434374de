import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderTracePage, type TraceInput } from '@coding-agent/trace-page';
import { allOutcomesTrace } from '../support/all-outcomes.ts';
import { manyRequests } from '../support/many-requests.ts';
import { tableRows } from '../support/read-page.ts';
import { isBrowserMissing, TestBrowser } from '../support/test-browser.ts';
import { request, trace } from '../support/trace-builder.ts';
import { cutTexts, overlappingTexts, splitCells } from '../support/text-boxes.ts';

/** From half a millisecond to hours. */
const longDurations = trace(
  [0.5, 9.9, 88.8, 999, 1234, 88_888, 654_321, 12_345_678, 99_999_999].map((durationMs, id) =>
    request({ id, at: id, durationMs, answerBytes: 10 ** (id + 2) - 1 }),
  ),
  'the client that looks at no id',
);
const traces: readonly TraceInput[] = [allOutcomesTrace, longDurations, manyRequests(40)];

describe.skipIf(isBrowserMissing)('the room that there is', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await TestBrowser.start();
  });
  afterAll(() => browser.close());

  test.each([1, 2, 3])(
    'on a phone, with %i of three traces: nothing is cut, covered, or wider than it',
    async (count) => {
      for (let first = 0; first <= traces.length - count; first += 1) {
        const html = renderTracePage(traces.slice(first, first + count), { language: 'en' });
        const { page } = await browser.open(html, { width: 360, height: 740 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
        expect(await splitCells(page, '.numbers td'), 'a number of the summary on two lines').toEqual([]);
        for (const drawing of ['svg.sequence', 'svg.timeline', 'svg.life']) {
          expect(await cutTexts(page, drawing, '.time, .axis text, .request-end'), drawing).toEqual([]);
          expect(await overlappingTexts(page, drawing, '.time, .axis text'), drawing).toEqual([]);
        }
        await page.close();
      }
    },
  );

  test('two traces stand side by side, on the same scale', async () => {
    const { page: two } = await browser.open(
      renderTracePage(
        [
          { ...manyRequests(12), title: 'unsafe' },
          { ...manyRequests(12, 3), title: 'solution' },
        ],
        { language: 'en' },
      ),
      { width: 1600, height: 900 },
    );
    const boxes = await two.locator('.sequences .drawing').evaluateAll((drawings) =>
      drawings.map((drawing) => {
        const { top, left, right } = drawing.getBoundingClientRect();
        return { top, left, right };
      }),
    );
    expect(boxes).toHaveLength(2);
    expect(boxes[0]?.top).toBe(boxes[1]?.top);
    expect(boxes[0]?.right).toBeLessThanOrEqual(boxes[1]?.left ?? 0);
    const axes = await two
      .locator('svg.timeline')
      .evaluateAll((drawings) =>
        drawings.map((drawing) =>
          Array.from(drawing.querySelectorAll('.axis text'), ({ textContent }) => textContent).join(' '),
        ),
      );
    expect(axes[0]).toBe(axes[1]);
    await two.getByRole('combobox', { name: 'Trace', exact: true }).selectOption({ label: 'solution' });
    expect(new Set((await tableRows(two)).map(({ trace }) => trace))).toEqual(new Set(['solution']));
  });

  test('several traces are no wider than a phone', async () => {
    const traces = Array.from({ length: 5 }, () => ({ ...allOutcomesTrace, title: 'the client that looks at no id' }));
    for (const count of [2, 3, 5]) {
      const html = renderTracePage(traces.slice(0, count), { language: 'en' });
      const { page: phone } = await browser.open(html, { width: 360, height: 740 });
      expect(await phone.evaluate(() => document.documentElement.scrollWidth), `${count} traces`).toBe(360);
    }
  });

  test('on paper nothing is cut off by a box that scrolls', async () => {
    const { page: long } = await browser.open(renderTracePage([manyRequests(60)], { language: 'en' }));
    await long.emulateMedia({ media: 'print' });
    const cut = await long
      .locator('.scroll-box')
      .evaluateAll(
        (boxes) =>
          boxes.filter((box) => box.scrollHeight > box.clientHeight + 4 && getComputedStyle(box).overflow !== 'visible')
            .length,
      );
    expect(cut).toBe(0);
    // Letter and A4 are about that wide.
    await long.setViewportSize({ width: 760, height: 1000 });
    expect(await long.evaluate(() => document.documentElement.scrollWidth)).toBe(760);
    expect(await long.getByRole('searchbox').isVisible()).toBe(false);
    expect(await long.locator('.page-button:visible, select:visible').count()).toBe(0);
    expect(await long.locator('#requests tbody tr').count()).toBe(60);
  });

  test('on paper it is light, whatever was chosen, and says which of the requests are on it', async () => {
    const { page: long } = await browser.open(renderTracePage([manyRequests(230)], { language: 'en' }));
    await long.getByLabel('Dark').check();
    await long.getByRole('button', { name: 'Last page' }).first().click();
    await long.emulateMedia({ media: 'print' });
    expect(await long.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
    expect(await long.locator('.found').innerText()).toBe('230 of 230 requests');
    expect(await long.locator('.pager').first().innerText()).toBe('page 3 of 3\n201–230 of 230');
  });
});
