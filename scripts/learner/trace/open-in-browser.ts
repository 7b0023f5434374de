import { spawn } from 'node:child_process';
import type { Context } from '../context.ts';

const openers: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer.exe' };

/**
 * Shows a file in the browser, where somebody sits who could look at it: at a terminal, with a desktop, not in CI. Says whether
 * it tried. The browser is not ours: it may stay when we are gone.
 */
export function openInBrowser(file: string, { out, env }: Pick<Context, 'out' | 'env'>): boolean {
  const hasDesktop = process.platform in openers || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']);
  if (!out.isTerminal || !hasDesktop || env['CI'] || env['SSH_CONNECTION']) return false;
  const opener = openers[process.platform] ?? 'xdg-open';
  const child = spawn(opener, [file], { env: { ...env }, detached: true, stdio: 'ignore' });
  child.on('error', () => {}); // no such program: the path was printed
  child.unref();
  return true;
}
