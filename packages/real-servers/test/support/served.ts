import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'vitest';
import { everything, written, type Program } from './programs.ts';

/** A server over HTTP: how it is started on a port, and where it is, once it has said that it listens. */
export interface ServedProgram extends Program {
  readonly env: (port: number) => Readonly<Record<string, string>>;
  readonly address: (said: string) => string | undefined;
}

export const everythingServed: ServedProgram = {
  executable: everything.executable,
  args: [...everything.args, 'streamableHttp'],
  env: (port) => ({ PORT: String(port) }),
  address: (said) => {
    const port = /listening on port (\d+)/.exec(said)?.[1];
    return port === undefined ? undefined : `http://127.0.0.1:${port}/mcp`;
  },
};

function sdk(...args: string[]): ServedProgram {
  const address = (said: string): string | undefined => /^http:\S+$/m.exec(said)?.[0];
  return { ...written('serve-http.mjs', ...args), env: () => ({}), address };
}

export const sdkServed = sdk();
export const sdkServedModernOnly = sdk('--modern-only');

/** Starts a server in a process of its own, which is ended with the test; where it is. */
export async function serve(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  { executable, args, env, address }: ServedProgram,
): Promise<URL> {
  const child = spawn(executable, args, { env: { ...process.env, ...env(await freePort()) }, stdio: 'pipe' });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  onTestFinished(async () => {
    child.kill();
    await exited;
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (text: string): void => {
      said += text;
      const found = address(said);
      if (found !== undefined) resolve(new URL(found));
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.once('error', reject);
    void exited.then(() => reject(new Error(`the server ended before it listened: ${said}`)));
  });
}

/** One that nobody has now. A server that can only be given a number must hope that this stays so. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
