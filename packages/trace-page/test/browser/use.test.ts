import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { renderTracePage, type TraceInput } from '@coding-agent/trace-page';
import type { Page } from 'playwright-core';
import { allOutcomesTrace } from '../support/all-outcomes.ts';
import { manyRequests } from '../support/many-requests.ts';
import { tableRows } from '../support/read-page.ts';
import { isBrowserMissing, TestBrowser } from '../support/test-browser.ts';
import { request, trace } from '../support/trace-builder.ts';

describe.skipIf(isBrowserMissing)('using the page', () => {
  let browser: TestBrowser;
  let page: Page;
  const html = (): string => renderTracePage([allOutcomesTrace], { language: 'en' });
  beforeAll(async () => {
    browser = await TestBrowser.start({ locale: 'zh-CN' });
  });
  beforeEach(async () => {
    ({ page } = await browser.open(html()));
    return () => page.close();
  });
  afterAll(() => browser.close());

  const ids = async (): Promise<(string | undefined)[]> => (await tableRows(page)).map(({ id }) => id);
  const selectedIn = async (where: string): Promise<(string | undefined)[]> =>
    page
      .locator(`${where} .selected`)
      .evaluateAll((marked) => marked.map((each) => (each as HTMLElement).dataset['key']));

  test('a filter goes for all views, and what it found is said', async () => {
    await page.getByRole('searchbox', { name: 'Text' }).fill('slow');
    expect(await ids()).toEqual(['6', '7']);
    expect(await page.locator('svg.timeline .request').count()).toBe(2);
    expect(await page.locator('svg.sequence .request').count()).toBe(2);
    expect(await page.locator('.found[role="status"]').textContent()).toBe('2 of 13 requests');
    await page.getByRole('combobox', { name: 'Outcome', exact: true }).selectOption({ label: 'Timeout' });
    expect(await ids()).toEqual(['6']);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await ids()).toHaveLength(13);
  });

  test('a filter is by method, tool and run too', async () => {
    await page.getByRole('combobox', { name: 'Method or tool', exact: true }).selectOption({ label: 'initialize' });
    expect(await ids()).toEqual(['0', '0']);
    await page
      .getByRole('combobox', { name: 'Method or tool', exact: true })
      .selectOption({ label: '\u00a0\u00a0write' });
    expect(await ids()).toEqual(['4']);
    await page.getByRole('combobox', { name: 'Run', exact: true }).selectOption({ label: 'run-b' });
    expect(await ids()).toEqual([]);
    expect(await page.locator('#requests .empty').textContent()).toContain('as the filter wants it');
  });

  test('a column sorts, and its head says how', async () => {
    const head = page.locator('thead th[data-column="duration"]');
    await head.getByRole('button').click();
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    const upwards = (await tableRows(page)).map(({ duration }) => duration);
    expect(upwards.slice(0, 3)).toEqual(['14.0', '18.0', '22.0']);
    expect(upwards.at(-1)).toBe('–');
    await head.getByRole('button').click();
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    const downwards = (await tableRows(page)).map(({ duration }) => duration);
    expect(downwards[0]).toBe('90.0');
    expect(downwards.at(-1)).toBe('–');
    expect(await page.locator('thead th[data-column="start"]').getAttribute('aria-sort')).toBe('none');
    const bars = await page
      .locator('svg.timeline .request')
      .evaluateAll((rows) => rows.map((row) => (row as SVGElement).dataset['id'] ?? '–'));
    expect(bars).toEqual(await ids());
  });

  test('what is selected in one view is marked in all, with all of its fields', async () => {
    await page.locator('svg.timeline .request[data-id="5"]').first().locator('.row-band').click();
    const [key] = await selectedIn('#requests');
    expect(await selectedIn('svg.timeline')).toEqual([key]);
    expect(await selectedIn('svg.sequence')).toEqual([key]);
    const details = page.getByRole('complementary', { name: '#5 wrote' });
    const text = await details.innerText();
    for (const part of [
      'refused',
      'MCP_ERROR',
      '-32602',
      'tools/call',
      '6f1c2a80-0000-4000-8000-000000000001',
      'run-b',
      '155.0 ms',
      '30.0 ms',
      '240 B',
    ]) {
      expect(text).toContain(part);
    }
    expect(await page.locator('.visually-hidden[role="status"]').textContent()).toContain('#5 wrote, Error');
    await page.locator('svg.sequence .request[data-outcome="failed"] .request-name').click();
    expect(await page.getByRole('complementary', { name: '#8 crash' }).innerText()).toContain(
      'the server exited with code 3',
    );
  });

  test('the keyboard reaches everything: skip link, switches, filter, heads, rows, details', async () => {
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const { activeElement: element } = document;
        return element === null
          ? ''
          : `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
      });
    await page.keyboard.press('Tab');
    expect(await focused()).toContain('Skip to the table of requests');
    expect(await page.locator('.skip').evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('requests');
    await page.keyboard.press('Tab');
    expect(await focused()).toContain('Requests, can be scrolled');
    await page.keyboard.press('Tab');
    expect(await focused()).toContain('Id');
    await page.keyboard.press('Enter');
    expect(await page.locator('thead th[data-column="id"]').getAttribute('aria-sort')).toBe('ascending');
    const columns = await page.locator('#requests thead th').count();
    for (let press = 0; press < columns; press += 1) await page.keyboard.press('Tab');
    expect(await focused()).toContain('Details of request #0 initialize');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const details = page.locator('.details');
    expect(await details.getByRole('heading', { level: 2 }).textContent()).toContain('#8 crash');
    expect(await page.locator('button.open[aria-pressed="true"]').count()).toBe(1);
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    expect(await focused()).toContain('Details of request #8 crash');
    // One stop for the whole table: the next is beyond it.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('#requests'))).toBeNull();
  });

  test('details that are closed give the focus back to their row, or to the table when it has no such row', async () => {
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const { activeElement: element } = document;
        return element?.getAttribute('aria-label') ?? element?.id ?? '';
      });
    const row = page.locator('#requests tr[data-key="3"] button.open');
    const close = page.getByRole('button', { name: 'Close details' });
    for (const key of ['Enter', 'Escape']) {
      await row.focus();
      await page.keyboard.press('Enter');
      await close.focus();
      await page.keyboard.press(key);
      await page.locator('.details').waitFor({ state: 'detached' });
      expect(await focused()).toBe('Details of request #3 read');
    }
    await row.click();
    await page.getByRole('searchbox', { name: 'Text' }).fill('watch');
    await close.click();
    expect(await focused()).toBe('requests');
  });

  test('focus can be seen', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
    expect(outline).not.toBe('none');
  });

  test('the language can be changed, with everything in it', async () => {
    await page.getByLabel('中文').check();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('一份 trace 里的请求');
    expect((await tableRows(page))[6]?.['outcome']).toBe('超时');
    const text = await page.locator('main').innerText();
    for (const word of ['Summary', 'Outcome', 'Duration', 'Timeout', 'Client', 'process'])
      expect(text).not.toContain(word);
    await page.getByLabel('English').check();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  });

  test('without a language of its own the page takes the one of its reader', async () => {
    const { page: other } = await browser.open(renderTracePage([allOutcomesTrace]));
    expect(await other.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
  });

  test('the colours are those of the system, until others are chosen', async () => {
    const paper = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await paper();
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await paper();
    expect(dark).not.toBe(light);
    await page.getByLabel('Light').check();
    expect(await paper()).toBe(light);
    await page.getByLabel('Dark').check();
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await paper()).toBe(dark);
    await page.getByLabel('As the system').check();
    expect(await paper()).toBe(light);
  });

  test('pages go through all requests, the same in all views', async () => {
    const { page: long } = await browser.open(renderTracePage([manyRequests(230)], { language: 'en' }));
    const pager = long.getByRole('navigation', { name: 'Pages of requests' }).first();
    expect(await long.locator('#requests tbody tr').count()).toBe(100);
    await pager.getByRole('button', { name: 'Last page' }).click();
    expect(await pager.locator('.page-place').innerText()).toContain('201–230 of 230');
    expect(await long.locator('#requests tbody tr').count()).toBe(30);
    expect(await long.locator('svg.timeline .request').count()).toBe(30);
    expect(await long.locator('svg.sequence .request').count()).toBe(30);
    // The process's exit was after the last request: it is on this page, and its start is not.
    expect(await long.locator('svg.sequence [data-event="process"]').count()).toBe(1);
    expect(await pager.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true');
    await pager.getByRole('combobox', { name: 'Requests on a page', exact: true }).selectOption('200');
    expect(await long.locator('#requests tbody tr').count()).toBe(200);
  });

  test('a list with too many names says how many are missing, and typing brings them into it', async () => {
    const { page: long } = await browser.open(renderTracePage([manyTools(300)], { language: 'en' }));
    const names = long.getByRole('combobox', { name: 'Method or tool', exact: true });
    expect(await names.locator('option').count()).toBe(202);
    expect(await names.locator('option:disabled').allTextContents()).toEqual([
      '101 more: type into “Text” to find them',
    ]);
    await long.getByRole('searchbox', { name: 'Text' }).fill('tool-299');
    await names.selectOption({ label: '\u00a0\u00a0tool-299' });
    await long.getByRole('searchbox', { name: 'Text' }).fill('');
    expect((await tableRows(long)).map(({ tool }) => tool)).toEqual(['tool-299']);
    expect(await names.locator('option:checked').textContent()).toContain('tool-299');
  });
});

/** As many tools, each called once. */
function manyTools(count: number): TraceInput {
  return trace(Array.from({ length: count }, (_, id) => request({ id, at: id, tool: `tool-${id}` })));
}
