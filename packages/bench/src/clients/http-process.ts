import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { BenchClient, ServerCommand } from './bench-client.ts';

/** A server over HTTP, as a process of its own. */
class HttpProcess {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  static async start({ executable, args }: ServerCommand): Promise<HttpProcess> {
    const child = spawn(executable, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return new HttpProcess(url, child);
  }

  async end(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.stdin?.end();
    await exited;
  }
}

type Connected = Omit<BenchClient, 'connect'>;

/** A client of a server that is started for it, and ended after it. */
export function overHttp(server: ServerCommand, open: (url: string) => Promise<Connected>): BenchClient {
  let made: { readonly client: Connected; readonly process: HttpProcess } | undefined;
  const client = (): Connected => {
    if (made === undefined) throw new Error('connect first');
    return made.client;
  };
  return {
    connect: async () => {
      const process = await HttpProcess.start(server);
      made = { process, client: await open(process.url) };
    },
    call: (...call) => client().call(...call),
    list: () => client().list(),
    close: async () => {
      await client().close();
      await made?.process.end();
    },
  };
}
