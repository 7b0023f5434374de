import { readFileSync } from 'node:fs';

const lookMs = 500;

/**
 * Tells when the package manager that started us is gone: whoever kills `pnpm …` means the work, not the wrapper, and a
 * shell in between passes no signal on. Only for a process that was started as a package's script (what was started by
 * hand may outlive its terminal). Ends by itself with the process.
 */
export function onPackageManagerGone(gone: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const before = parents();
  const timer = setInterval(() => {
    if (parents() === before) return;
    clearInterval(timer);
    gone();
  }, lookMs);
  timer.unref();
}

/** Our parent (a shell), and its parent (the package manager) where that can be read without a program. */
function parents(): string {
  const shell = process.ppid;
  return process.platform === 'linux' ? `${shell} ${parentOf(shell)}` : `${shell}`;
}

function parentOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '';
  } catch {
    return '';
  }
}
