import { McpClientError, type McpClient } from '@coding-agent/extensions';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitCodes, type Demo, type Host } from '../support/host.ts';
import { readOptions } from '../support/options.ts';
import { errorText, wordsIn } from '../support/words.ts';
import { connect as connectOverHttp } from './client/over-http.ts';
import { connect as connectOverStdio } from './client/over-stdio.ts';
import { exchange, type Exchange } from './exchange.ts';
import { startServer, type RunningServer } from './server-process.ts';
import { show, type Told } from './show.ts';
import { requestsIn } from './wire.ts';
import { twoWaysWords } from './words.ts';

const script = (name: string): string => fileURLToPath(new URL(`server/${name}.mjs`, import.meta.url));

/** E-05: the same client at the same calculator, over stdio and over Streamable HTTP. */
export const twoWaysDemo: Demo = async (host) => {
  const { flags } = readOptions(host.words, { flags: ['help', 'stacked'] });
  if (flags.has('help')) {
    host.out(twoWaysWords[host.language].help);
    return exitCodes.ok;
  }
  const folder = mkdtempSync(join(tmpdir(), 'two-ways-'));
  try {
    const http = await overHttp(host, folder);
    const told = { http, stdio: await overStdio(host, folder) };
    if (host.signal.aborted) return exitCodes.failed;
    show(host, told, flags.has('stacked'));
    return isAsExpected(told) ? exitCodes.ok : exitCodes.failed;
  } catch (error) {
    if (!host.signal.aborted) host.err(errorText(wordsIn[host.language], error));
    return exitCodes.failed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The client starts the server, and ends it. */
function overStdio({ signal }: Host, folder: string): Promise<Exchange> {
  const file = join(folder, 'stdio');
  const place = { args: [script('stdio'), '--record', file], url: '', key: randomUUID() };
  const connect = (): McpClient => connectOverStdio(place);
  // Of its own process the client hears when it has gone.
  const hasGone = (): Promise<void> => Promise.resolve();
  return exchange({ connect, hasGone, revive: () => Promise.resolve(connect()), file, signal });
}

/** The server runs before the client comes, and after it has gone: here the demo is who runs it. */
async function overHttp({ signal }: Host, folder: string): Promise<Told['http']> {
  signal.throwIfAborted();
  const file = join(folder, 'http');
  const key = randomUUID();
  const args = [script('http'), '--record', file];
  let server: RunningServer = await startServer({ args, key });
  const { url } = server;
  const leave = (): void => void server.end();
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    const revive = async (client: McpClient): Promise<McpClient> => {
      server = await startServer({ args: [...args, '--port', new URL(url).port], key });
      return client;
    };
    const connect = (): McpClient => connectOverHttp({ args, url, key });
    const told = await exchange({ connect, hasGone: () => server.gone, revive, file, signal });
    const isRunning = server.exitCode() === null;
    return { ...told, isRunning, exitCode: await server.end() };
  } finally {
    signal.removeEventListener('abort', leave);
    await server.end();
  }
}

/** The same requests and results over both ways, and what is lost is told by the code that each way has for it. */
function isAsExpected({ stdio, http }: Told): boolean {
  const codes = ({ takenBack, lost }: Exchange): unknown[] => {
    return [takenBack, lost.during, lost.after].map((error) => error instanceof McpClientError && error.code);
  };
  const expected = { sum: '13', progress: ['6 + 7'], quotient: { text: 'division by zero', isError: true } };
  const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  return (
    isSame(requestsIn(stdio.wire), requestsIn(http.wire)) &&
    [stdio, http].every(({ answers, again, survivors }) => {
      return isSame(answers, expected) && again === '13' && survivors === 0;
    }) &&
    isSame(codes(stdio), ['MCP_ABORTED', 'MCP_PROCESS_EXIT', 'MCP_PROCESS_EXIT']) &&
    isSame(codes(http), ['MCP_ABORTED', 'MCP_CONNECTION_FAILED', 'MCP_CONNECTION_FAILED']) &&
    http.isRunning &&
    http.exitCode === 0
  );
}
