import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderTracePage } from '@coding-agent/trace-page';
import { hostileTrace } from '../support/hostile-trace.ts';
import { isBrowserMissing, TestBrowser, type OpenedPage } from '../support/test-browser.ts';

describe.skipIf(isBrowserMissing)('a hostile trace', () => {
  let browser: TestBrowser;
  let opened: OpenedPage;
  const html = renderTracePage([hostileTrace(), hostileTrace()], { language: 'en' });
  beforeAll(async () => {
    browser = await TestBrowser.start();
    opened = await browser.open(html);
  });
  afterAll(() => browser.close());

  test('runs nothing, asks for nothing, and breaks no rule, however the page is used', async () => {
    const { page, watch } = opened;
    expect(await page.locator('#requests tbody tr').count()).toBeGreaterThan(50);
    // Everything that can be opened, chosen and sorted.
    await page.locator('details').evaluateAll((all) => {
      for (const each of all) (each as HTMLDetailsElement).open = true;
    });
    for (const head of await page.locator('#requests .sort').all()) await head.click();
    for (const key of [0, 5, 11, 40]) await page.locator('#requests tbody tr button.open').nth(key).click();
    for (const label of ['Server', 'Method or tool', 'Run', 'Trace']) {
      await page.locator('.filter').getByRole('combobox', { name: label, exact: true }).selectOption({ index: 1 });
    }
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('searchbox', { name: 'Text' }).fill('<script>');
    await page.getByLabel('中文').check();
    expect(await watch.faults()).toEqual([]);
  });

  test('has added no element that a page does not have, and no address', async () => {
    const { page } = opened;
    const found = await page.evaluate(() => ({
      foreign: document.querySelectorAll(
        'img, iframe, object, embed, base, audio, video, link, style:not(head > style)',
      ).length,
      scripts: document.scripts.length,
      addresses: Array.from(document.querySelectorAll('[href], [src], [action]'), (element) =>
        element.getAttribute('href'),
      ),
      handlers: Array.from(document.querySelectorAll('*')).filter((element) =>
        element.getAttributeNames().some((name) => name.startsWith('on') || name === 'style'),
      ).length,
    }));
    expect(found).toEqual({ foreign: 0, scripts: 2, addresses: ['#requests'], handlers: 0 });
  });

  test('shows no text that turns the direction of writing or hides something', async () => {
    const { page } = opened;
    // The attributes of options hold numbers, and the data itself is no text that is shown.
    const text = await page.evaluate(() => document.querySelector('#page')?.textContent ?? '');
    expect(text).toContain('\\u202e');
    // The last words of a server keep their lines.
    const hidden = Array.from(text.matchAll(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu), ([character]) => character);
    expect(new Set(hidden)).toEqual(new Set());
  });

  test('keeps its place: no page wider than its window, no row higher than its lines', async () => {
    const { page } = await browser.open(html);
    for (const width of [360, 1600]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const heights = await page
        .locator('#requests tbody tr')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
      expect(Math.max(...heights)).toBeLessThan(40);
    }
    await page.locator('#requests tbody tr button.open').nth(30).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1600);
  });

  test('a message of 10 MB is cut, and the page says so', async () => {
    const { page } = opened;
    expect(html.length).toBeLessThan(6_000_000);
    await page.getByLabel('English').check();
    await page
      .locator('.events')
      .getByRole('combobox', { name: 'Kind of event', exact: true })
      .selectOption({ label: 'Missing' });
    expect(await page.locator('.events .what').first().textContent()).toContain('9,007,199,254,740,991');
    await page
      .locator('.events')
      .getByRole('combobox', { name: 'Kind of event', exact: true })
      .selectOption({ label: 'Diagnostic' });
    const longest = await page
      .locator('.events .what')
      .evaluateAll((cells) => Math.max(...cells.map(({ textContent }) => textContent.length)));
    expect(longest).toBeLessThan(3000);
  });
});
