import type { Page } from 'playwright-core';

/** What a page must not do, and did. */
export interface PageWatch {
  /** Everything, in words. Empty: it was good. */
  readonly faults: () => Promise<string[]>;
}

declare global {
  /** Violations of the Content Security Policy, as the page itself heard of them. */
  // oxlint-disable-next-line no-var -- a global of the page
  var policyViolations: string[] | undefined;
}

/** Listens from before the page is loaded: dialogs, errors, messages, violations of its policy, requests, and leaving. */
export async function watchPage(page: Page): Promise<PageWatch> {
  const faults: string[] = [];
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => faults.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('popup', () => faults.push('it opened another page'));
  let documents = 0;
  page.on('request', (request) => {
    const isDocument = request.isNavigationRequest() && request.url().startsWith('file:');
    documents += 1;
    if (!isDocument || documents > 1) faults.push(`request: ${request.url()}`);
  });
  await page.addInitScript(() => {
    globalThis.policyViolations = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      globalThis.policyViolations?.push(`${violatedDirective} ${blockedURI}`);
    });
  });
  return {
    faults: async () => {
      const violations = await page.evaluate(() => globalThis.policyViolations ?? ['nothing listened']);
      return [...faults, ...violations.map((violation) => `policy: ${violation}`)];
    },
  };
}
