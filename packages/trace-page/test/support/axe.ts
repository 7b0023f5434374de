import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  // oxlint-disable-next-line no-var -- a global of the page
  var axe: { readonly run: (root: Document, options: RunOptions) => Promise<AxeResults> } | undefined;
}

/** What axe-core finds wrong with a page, with all of its rules: the rule and the elements. */
export async function axeViolations(page: Page): Promise<string[]> {
  if (await page.evaluate(() => globalThis.axe === undefined)) await page.evaluate(source);
  return page.evaluate(async () => {
    // All rules run; the lists of what is right, which nobody reads, are not made.
    const results = await globalThis.axe?.run(document, { resultTypes: ['violations'] });
    if (results === undefined) return ['axe did not run'];
    return results.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join('\n  ')}`,
    );
  });
}
