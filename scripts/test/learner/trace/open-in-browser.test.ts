import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openInBrowser } from '../../../learner/trace/open-in-browser.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'browser-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const out = { write: () => {}, columns: 80 };
const desktop = { DISPLAY: ':0' };

// On the other platforms the command is one of the system, which no test should start.
describe.runIf(process.platform === 'linux')('on Linux', () => {
  test('xdg-open gets the file, where somebody sits at a terminal with a desktop', async () => {
    const seen = join(folder, 'seen');
    const opener = join(folder, 'xdg-open');
    writeFileSync(opener, `#!/bin/sh\nprintf '%s' "$1" >'${seen}.part' && mv '${seen}.part' '${seen}'\n`);
    chmodSync(opener, 0o755);
    const env = { ...desktop, PATH: [folder, process.env['PATH']].join(delimiter) };
    expect(openInBrowser('/a page.html', { out: { ...out, isTerminal: true }, env })).toBe(true);
    await vi.waitFor(() => expect(existsSync(seen)).toBe(true), { timeout: 20_000 });
    expect(readFileSync(seen, 'utf8')).toBe('/a page.html');
  });

  test.for([
    ['no terminal', { ...out }, desktop],
    ['no desktop', { ...out, isTerminal: true }, {}],
    ['CI', { ...out, isTerminal: true }, { ...desktop, CI: 'true' }],
    ['a session from far away', { ...out, isTerminal: true }, { ...desktop, SSH_CONNECTION: '::1' }],
  ] as const)('nothing is opened: %s', ([, terminal, env]) => {
    expect(openInBrowser('/page.html', { out: terminal, env })).toBe(false);
  });

  test('a system without the command is no failure', () => {
    expect(openInBrowser('/page.html', { out: { ...out, isTerminal: true }, env: { ...desktop, PATH: folder } })).toBe(
      true,
    );
  });
});
