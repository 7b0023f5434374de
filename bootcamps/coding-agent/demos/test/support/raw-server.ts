import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface DemoServer {
  readonly executable: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const path = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const node = (name: string): DemoServer => ({ executable: process.execPath, args: [path(name)] });

/** The servers of the demos. */
export const servers = {
  calculator: node('calculator/server/calculator.mjs'),
  letters: { executable: 'python3', args: [path('calculator/server/letters.py')] },
  modern: node('two-eras/server/modern.mjs'),
  notes: node('registry-bridge/server/notes.mjs'),
  ways: { ...node('two-ways/server/stdio.mjs'), env: { CALCULATOR_KEY: 'a key' } },
} as const satisfies Readonly<Record<string, DemoServer>>;

export interface RawEnd {
  readonly exitCode: number | null;
  /** Each line of stdout, as JSON; as it is, when it is none. */
  readonly said: readonly unknown[];
  readonly err: string;
}

const deadlineMs = 20_000;

/** Writes these lines to a server, ends its stdin, and gives what it said. */
export function talkTo(
  { executable, args, env = {} }: DemoServer,
  lines: readonly (string | Buffer | object)[],
): Promise<RawEnd> {
  const child = spawn(executable, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
  for (const line of lines) {
    child.stdin.write(typeof line === 'string' || Buffer.isBuffer(line) ? line : JSON.stringify(line));
    child.stdin.write('\n');
  }
  child.stdin.end();
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => {
      clearTimeout(timer);
      const whole = out.split('\n').filter((line) => line !== '');
      resolve({ exitCode, said: whole.map(parsed), err });
    });
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

export function request(id: number | string, method: string, params?: object): object {
  return { jsonrpc: '2.0', id, method, params };
}

/** The handshake of the legacy era, with id 0. */
export const handshake: readonly object[] = [
  request(0, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1.0.0' },
  }),
  { jsonrpc: '2.0', method: 'notifications/initialized' },
];
