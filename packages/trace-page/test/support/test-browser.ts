import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { descendantsOf, listProcesses, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { findBrowser } from './find-browser.ts';
import { isolationHere, launcherScript, nobody, type Isolation } from './isolation.ts';
import { watchPage, type PageWatch } from './page-watch.ts';

/** For `describe.skipIf`. Where there is no browser, the tests say aloud that they did not run. */
export const isBrowserMissing = ((): boolean => {
  const { missing } = findBrowser();
  if (missing !== undefined) process.stderr.write(`THE BROWSER TESTS OF THE PAGE DID NOT RUN: ${missing}\n`);
  return missing !== undefined;
})();

/** What this machine cannot keep from the browser. */
function sayWhatIsMissing({ hasNetwork, hasSandbox }: Isolation): void {
  const say = (how: string): unknown => process.stderr.write(`THE BROWSER OF THE PAGE'S TESTS RUNS ${how}\n`);
  if (hasNetwork) say('WITH NETWORK: this machine cannot take it away');
  if (!hasSandbox) say('WITHOUT ITS SANDBOX: this machine gives it no user namespaces');
}

const flags = [
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface OpenedPage {
  readonly page: Page;
  readonly watch: PageWatch;
}

interface OpenOptions {
  readonly width?: number;
  readonly height?: number;
  /** What has to be seen before it is open. Default: the heading, which the page's script draws. */
  readonly ready?: string;
}

/** A browser for hostile pages: as nobody, without network, with nothing that it could keep. */
export class TestBrowser {
  readonly #folder: string;
  readonly #context: BrowserContext;
  readonly isolation: Isolation;
  #pages = 0;

  private constructor(folder: string, context: BrowserContext, isolation: Isolation) {
    this.#folder = folder;
    this.#context = context;
    this.isolation = isolation;
  }

  /** @param options.locale of the reader's browser; default: en-US */
  static async start({ locale = 'en-US' }: { readonly locale?: string } = {}): Promise<TestBrowser> {
    const { path } = findBrowser();
    if (path === undefined) throw new Error('there is no browser');
    const isolation = isolationHere();
    sayWhatIsMissing(isolation);
    const folder = mkdtempSync(join(tmpdir(), 'trace-page-'));
    // Nobody reads the pages and the launcher, and writes the profile.
    chmodSync(folder, 0o755);
    const profile = join(folder, 'profile');
    mkdirSync(profile);
    if (isolation.isOtherUser) chownSync(profile, nobody, nobody);
    const launcher = join(folder, 'browser');
    writeFileSync(launcher, launcherScript(path, isolation), { mode: 0o755 });
    try {
      const context = await chromium.launchPersistentContext(profile, {
        executablePath: launcher,
        headless: true,
        // Without namespaces of its own it could not start at all; then the other user and no network have to do.
        chromiumSandbox: isolation.hasSandbox,
        args: flags,
        env: { PATH: process.env['PATH'] ?? '', HOME: profile, TMPDIR: profile, LANG: 'C.UTF-8' },
        locale,
        // By default, so that a drawing that moves cannot be what a test waits for.
        reducedMotion: 'reduce',
        viewport: { width: 1280, height: 900 },
      });
      context.setDefaultTimeout(60_000);
      return new TestBrowser(folder, context, isolation);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Opens a page from disk, and watches it for what it must not do. */
  async open(html: string, { width = 1280, height = 900, ready = 'h1' }: OpenOptions = {}): Promise<OpenedPage> {
    this.#pages += 1;
    const file = join(this.#folder, `page-${this.#pages}.html`);
    writeFileSync(file, html, { mode: 0o644 });
    const page = await this.#context.newPage();
    await page.setViewportSize({ width, height });
    const watch = await watchPage(page);
    await page.goto(pathToFileURL(file).href);
    await page.locator(ready).waitFor();
    return { page, watch };
  }

  /** Its processes that run. Crash handlers leave the family: they are known by the profile that they name. */
  pids(): number[] {
    const processes = listProcesses().filter(({ state }) => state === 'running');
    const named = processes.filter(({ command }) => command.includes(this.#folder));
    const all = named.flatMap(({ pid }) => [pid, ...descendantsOf(pid, processes).map((child) => child.pid)]);
    return [...new Set(all)];
  }

  /** Ends it, waits until nothing of it is left, and removes what it wrote. */
  async close(): Promise<void> {
    const pids = this.pids();
    await this.#context.close();
    await waitUntilGone(pids, { deadlineMs: 20_000 });
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
