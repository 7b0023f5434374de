import { spawn } from 'node:child_process';
import { extname, join } from 'node:path';
import type { CellRequest, Metrics } from './cells/cell-request.ts';

export type CellOutcome =
  { readonly ok: true; readonly metrics: Metrics } | { readonly ok: false; readonly why: string };

export interface CellLimits {
  readonly signal?: AbortSignal;
  /** The slowest cell of a peer takes some 15 s. */
  readonly timeoutMs?: number;
}

const extension = extname(import.meta.filename);
const cell = join(import.meta.dirname, `cell${extension}`);
/** The bench runs compiled; its tests run the sources. */
const loader = extension === '.ts' ? ['--import', 'tsx'] : [];
const packageFolder = join(import.meta.dirname, '..');

/**
 * Measures one cell in a fresh process, and waits for its end. A process that is still there after `timeoutMs`, or at an
 * abort, is killed; its server then leaves by itself, because its stdin ends.
 */
export function runCell(request: CellRequest, limits: CellLimits = {}): Promise<CellOutcome> {
  const { signal, timeoutMs = 120_000 } = limits;
  return new Promise((resolve) => {
    const start = performance.now();
    const child = spawn(process.execPath, [...loader, '--expose-gc', cell, JSON.stringify(request)], {
      cwd: packageFolder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let wallMs = 0;
    let stopped: string | undefined;
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    const stop = (why: string): void => {
      stopped = why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop(`not done after ${timeoutMs / 1000} s`), timeoutMs);
    const onAbort = (): void => stop('interrupted');
    signal?.addEventListener('abort', onAbort, { once: true });
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', (error) => {
      stopped = error.message;
    });
    child.on('exit', () => {
      wallMs = performance.now() - start;
    });
    // After the pipes too: so nothing that the cell started, and that has them, is left behind.
    child.on('close', (code, killedBy) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (stopped === undefined && code === 0) {
        resolve(readMetrics(Buffer.concat(stdout).toString(), wallMs));
        return;
      }
      const said = Buffer.concat(stderr).toString().trim().split('\n').slice(-12).join('\n');
      resolve({ ok: false, why: `${stopped ?? `exit ${code ?? killedBy}`}\n${said}`.trim() });
    });
  });
}

/** What the cell wrote, and how long all of it took: for a row about whole processes that is the number. */
function readMetrics(text: string, wallMs: number): CellOutcome {
  try {
    return { ok: true, metrics: { ...(JSON.parse(text) as Metrics), wallMs } };
  } catch {
    return { ok: false, why: `the cell wrote no numbers: ${text.slice(0, 200)}` };
  }
}
