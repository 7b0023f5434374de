import { openServer } from './server.ts';
import { transportPair } from './transport.ts';

/**
 * The experiment of section 5: run it, do not mend it. A server that is well, the client as it was after Friday's
 * refactoring, and the host's spinner. `pnpm spinner 5` is patient for five seconds instead of thirty.
 */
const patienceS = Number(process.argv[2] ?? 30);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const log: string[] = [];
const [near, far] = transportPair();
const search = { writes: false, run: () => ({ result: { content: '3 files' } }) };
openServer({ transport: far, tools: new Map([['search', search]]), log });

let lastId = 0;
const waiting = new Map<number, (result: unknown) => void>();
near.onMessage(({ id, result }) => waiting.get(Number(id))?.(result));

/** The helper that "every message goes through now". */
function send({ method, params }: { method: string; params: object }): void {
  const message = { jsonrpc: '2.0', method, params };
  print(`→ ${JSON.stringify(message)}`);
  near.send(message);
}

function callTool(name: string): Promise<unknown> {
  const id = ++lastId;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    send({ method: 'tools/call', params: { name, arguments: {} } });
  });
}

let turns = 0;
const spinner = setInterval(() => {
  turns += 1;
  process.stdout.write('.');
  if (turns < patienceS) return;
  clearInterval(spinner);
  print(
    `\nThe user gives up after ${turns} s. Errors: 0. Waiting: ${waiting.size}. The server's log: ${JSON.stringify(log)}`,
  );
}, 1_000);
void callTool('search').then((result) => {
  clearInterval(spinner);
  print(`\n← ${JSON.stringify(result)}`);
});
