import { settlesWithin } from '@coding-agent/fixture-servers/testing';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server over HTTP, whose calls name the faults that they meet. */
export interface HttpFaults {
  readonly http: 'modern' | 'legacy';
}

/** A process that serves one host. */
export interface HttpServer {
  readonly url: string;
  /** How many calls met that fault. */
  readonly met: (fault: string) => Promise<number>;
  /** How many connections are open, when there should be none any more: two seconds it waits for that. */
  readonly connections: () => Promise<number>;
  readonly stop: () => void;
}

const program = fileURLToPath(new URL('http-fault-server.mjs', import.meta.url));
const startMs = 10_000;

export async function startHttpServer({ http }: HttpFaults): Promise<HttpServer> {
  const child = spawn(process.execPath, [program, http], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (what: string): Promise<string> => {
    const settled = await settlesWithin(lines.next(), startMs, what);
    if (settled.status === 'rejected') throw settled.reason;
    return String(settled.value.value);
  };
  const ask = async (question: string): Promise<number> => {
    child.stdin.write(`${question}\n`);
    return Number(await next(`the number of ${question}`));
  };
  const port = await next('the port of the server');
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    met: ask,
    connections: () => ask('connections'),
    stop: () => {
      child.stdin.end();
      child.kill('SIGKILL');
    },
  };
}
