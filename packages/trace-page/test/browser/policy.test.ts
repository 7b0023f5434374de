import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderTracePage } from '@coding-agent/trace-page';
import { isBrowserMissing, TestBrowser } from '../support/test-browser.ts';

declare global {
  // oxlint-disable-next-line no-var -- a global of the page
  var wasRun: true | undefined;
}

describe.skipIf(isBrowserMissing)('the policy of the page, if something got in after all', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await TestBrowser.start();
  });
  afterAll(() => browser.close());

  test('runs no script, takes no style, asks no address, and lets no text become markup', async () => {
    const { page, watch } = await browser.open(renderTracePage([], { language: 'en' }));
    const thrown = await page.evaluate(async () => {
      const errors: string[] = [];
      const attempt = (act: () => void): void => {
        try {
          act();
        } catch (error) {
          errors.push(error instanceof Error ? error.name : 'something');
        }
      };
      // As an element that got in by a mistake of the page's own would stand there.
      attempt(() => {
        document.body.innerHTML = '<img src=x onerror="wasRun = true">';
      });
      attempt(() => {
        document.createElement('script').text = 'wasRun = true';
      });
      const styled = document.createElement('p');
      styled.setAttribute('style', 'color: rgb(1, 2, 3)');
      const sheet = document.createElement('style');
      sheet.textContent = 'body { color: rgb(1, 2, 3) }';
      const image = new Image();
      image.src = 'http://127.0.0.1:9/x.png';
      document.body.append(styled, sheet, image);
      const answer = fetch('http://127.0.0.1:9/').then(
        () => 'answered',
        () => 'refused',
      );
      errors.push(await answer, getComputedStyle(styled).color === 'rgb(1, 2, 3)' ? 'styled' : 'plain');
      return errors;
    });
    expect(thrown).toEqual(['TypeError', 'TypeError', 'refused', 'plain']);
    expect(await page.evaluate(() => globalThis.wasRun)).toBeUndefined();
    const faults = (await watch.faults()).filter((fault) => fault.startsWith('policy: '));
    for (const rule of ['require-trusted-types-for', 'style-src-attr', 'style-src-elem', 'img-src', 'connect-src']) {
      expect(faults.join('\n')).toContain(rule);
    }
  });

  test('a page that is changed on its way runs nothing', async () => {
    const changed = renderTracePage([], { language: 'en' }).replace('<script>', '<script>globalThis.wasRun = true;');
    const { page } = await browser.open(changed, { ready: 'body' });
    expect(await page.evaluate(() => globalThis.wasRun)).toBeUndefined();
    expect(await page.locator('h1').count()).toBe(0);
  });
});
