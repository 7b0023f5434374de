import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import type { Script } from '../../support/memory-client.ts';
import type { SentMessage } from '../../support/memory-transport.ts';
import { ScriptedServer, textOf } from './scripted-server.ts';
import type { Served, Way } from './way.ts';

class ProcessServer extends ScriptedServer {
  readonly #relay: Server;
  #socket: Socket | undefined;

  constructor(script: Script) {
    super(script);
    this.#relay = createServer((socket) => {
      this.#socket = socket;
      socket.on('error', () => {});
      let rest = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = `${rest}${chunk}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) this.take(JSON.parse(line) as SentMessage);
      });
    });
  }

  async listen(context: Pick<TestContext, 'onTestFinished'>): Promise<number> {
    context.onTestFinished(async () => {
      const closed = new Promise((resolve) => this.#relay.close(resolve));
      this.#socket?.destroy();
      await closed;
    });
    await new Promise<void>((resolve) => this.#relay.listen(0, '127.0.0.1', resolve));
    return (this.#relay.address() as AddressInfo).port;
  }

  reply(message: unknown): void {
    this.say(message);
  }

  say(message: unknown): void {
    this.#socket?.write(`${textOf(message)}\n`);
  }

  takenBack(id: number): Promise<void> {
    return this.cancelled(id);
  }

  vanish(): void {
    this.#socket?.destroy();
  }
}

/** A server as a process of its own, which says what the test says. */
export const stdioWay: Way = {
  lost: 'MCP_PROCESS_EXIT',
  eras: ['legacy', 'modern'],
  async serve(context, script): Promise<Served> {
    const server = new ProcessServer(script);
    const relay = fileURLToPath(new URL('relay.mjs', import.meta.url));
    const port = await server.listen(context);
    const options = {
      executable: process.execPath,
      args: [relay, String(port)],
      graces: { killMs: 10_000 }, // on a busy machine also what was killed may take its time to go
      endWithHost: false, // has tests of its own, and takes one more process
    };
    return { server, options, ports: {} };
  },
};
