/**
 * Writes the pictures of the README: `pnpm --filter @coding-agent/trace-page screenshots`. The trace, the fonts of the machine
 * and the browser make them; with the same three they are the same.
 */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { renderTracePage } from '@coding-agent/trace-page';
import { allOutcomesTrace } from '../support/all-outcomes.ts';
import { TestBrowser } from '../support/test-browser.ts';
import { disorder } from '../support/disorder.ts';

const folder = join(import.meta.dirname, '../../docs');
/** A picture is loaded by everyone who reads the README. */
const largestBytes = 200_000;

const shots = [
  { name: 'light', traces: [allOutcomesTrace], width: 1600, height: 1000, scheme: 'light', language: 'en' },
  {
    name: 'dark',
    traces: [allOutcomesTrace],
    width: 1360,
    height: 840,
    scheme: 'dark',
    language: 'zh-CN',
    selected: 8,
  },
  { name: 'narrow', traces: [allOutcomesTrace], width: 390, height: 1100, scheme: 'light', language: 'en' },
  { name: 'side-by-side', traces: disorder, width: 1600, height: 900, scheme: 'light', language: 'en' },
] as const;

const browser = await TestBrowser.start();
try {
  mkdirSync(folder, { recursive: true });
  for (const shot of shots) {
    const { page } = await browser.open(renderTracePage(shot.traces, { language: shot.language }), shot);
    await page.emulateMedia({ colorScheme: shot.scheme, reducedMotion: 'reduce' });
    if ('selected' in shot) await page.locator(`#requests tr[data-key="${shot.selected}"] button`).click();
    // The drawings, with their heading below the filter.
    await page.locator('.overview').evaluate((element) => {
      scrollTo({ top: element.getBoundingClientRect().top + scrollY - 100, behavior: 'instant' });
    });
    const path = join(folder, `${shot.name}.png`);
    await page.screenshot({ path });
    const { size } = statSync(path);
    if (size > largestBytes) throw new Error(`${shot.name}.png has ${size} bytes, more than ${largestBytes}`);
    process.stdout.write(`${shot.name}.png ${size} bytes\n`);
    await page.close();
  }
} finally {
  await browser.close();
}
