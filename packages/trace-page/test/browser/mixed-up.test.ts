import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderTracePage } from '@coding-agent/trace-page';
import type { Page } from 'playwright-core';
import { axeViolations } from '../support/axe.ts';
import { doCross, drawnArrows, tableRows, type DrawnArrow } from '../support/read-page.ts';
import { isBrowserMissing, TestBrowser, type OpenedPage } from '../support/test-browser.ts';
import { request, trace } from '../support/trace-builder.ts';

/** A client that gives each answer to the request that has waited longest; the answers come in the other order. */
const mixedUp = trace([
  request({ id: 2, at: 0, durationMs: 100, answeredWith: 3 }),
  request({ id: 3, at: 20, durationMs: 100, answeredWith: 2 }),
]);

describe.skipIf(isBrowserMissing)('answers that were given to other requests', () => {
  let browser: TestBrowser;
  let opened: OpenedPage;
  let page: Page;
  beforeAll(async () => {
    browser = await TestBrowser.start();
    opened = await browser.open(renderTracePage([mixedUp], { language: 'en' }));
    ({ page } = opened);
  });
  afterAll(() => browser.close());

  test('the table says in words whose answer each was given', async () => {
    const rows = await tableRows(page);
    expect(rows.map(({ id, outcome }) => `${id}: ${outcome}`)).toEqual([
      '2: Result ✗ answer to #3',
      '3: Result ✗ answer to #2',
    ]);
    const titles = await page.locator('svg.sequence .request title').allTextContents();
    expect(titles).toEqual(['#2 read · Result · answer to #3', '#3 read · Result · answer to #2']);
  });

  test('the line of an answer begins where the request arrived that it answers: the lines cross', async () => {
    const arrows = await drawnArrows(page);
    const find = (kind: string, id: string): DrawnArrow => {
      const arrow = arrows.find((one) => one.kind === kind && one.id === id);
      if (arrow === undefined) throw new Error(`there is no ${kind} ${id}`);
      return arrow;
    };
    expect(find('answer', '2').y1).toBe(find('request', '3').y2);
    expect(find('answer', '3').y1).toBe(find('request', '2').y2);
    expect(doCross(find('answer', '2'), find('answer', '3'))).toBe(true);
    expect(await page.locator('svg.sequence').getAttribute('aria-label')).toContain('1 answer came out of order');
  });

  test('they are marked, in light and dark, without a fault that axe-core knows', async () => {
    expect(await page.locator('svg.sequence .request.mixed-up').count()).toBe(2);
    await page.locator('#requests tbody tr button.open').first().click();
    expect(await page.locator('.details').textContent()).toContain('answer to #3');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page), colorScheme).toEqual([]);
    }
    expect(await opened.watch.faults()).toEqual([]);
  });
});
