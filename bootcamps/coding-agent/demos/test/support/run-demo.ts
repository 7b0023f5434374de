import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root of the repository: demos are run from there. */
export const root: string = fileURLToPath(new URL('../../../../../', import.meta.url));

export interface DemoEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface RunningDemo {
  readonly child: ChildProcess;
  readonly end: Promise<DemoEnd>;
}

export interface DemoOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Another program than the script itself, with its first words. */
  readonly through?: readonly [string, ...string[]];
  /** In a process group of its own, as a terminal has one. */
  readonly detached?: boolean;
}

/** Longer than anything that a demo waits for by itself, and shorter than the time of a test. */
const deadlineMs = 50_000;

/** Starts a demo in a pipe, with the words of the root's script, as pnpm would. */
export function startDemo(words: readonly string[], options: DemoOptions = {}): RunningDemo {
  const { env = {}, through = script(), detached = false } = options;
  const [program, ...first] = through;
  const child = spawn(program, [...first, ...words], {
    cwd: root,
    env: { ...process.env, LC_ALL: '', LC_MESSAGES: '', LANG: 'en_US.UTF-8', ...env },
    detached,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
  const end = new Promise<DemoEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => {
      clearTimeout(timer);
      resolve({ exitCode, signal, out, err });
    });
  });
  return { child, end };
}

export function runDemo(words: readonly string[], options: DemoOptions = {}): Promise<DemoEnd> {
  return startDemo(words, options).end;
}

/** `node --import …`: the script of the root, with this Node. */
function script(): [string, ...string[]] {
  const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: Record<string, string> };
  const [program, ...words] = (scripts['demo'] ?? '').split(' ');
  if (program !== 'node') throw new Error('the script "demo" of the root is not run by node');
  return [process.execPath, ...words];
}
