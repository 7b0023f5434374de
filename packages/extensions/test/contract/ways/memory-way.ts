import { MemoryTransport } from '../../support/memory-transport.ts';
import type { Script } from '../../support/memory-client.ts';
import { ScriptedServer, textOf } from './scripted-server.ts';
import type { Served, Way } from './way.ts';

class MemoryServer extends ScriptedServer {
  readonly transport = new MemoryTransport();

  constructor(script: Script) {
    super(script);
    this.transport.onSent = (message) => this.take(message);
  }

  reply(message: unknown): void {
    this.say(message);
  }

  say(message: unknown): void {
    this.transport.receive(textOf(message));
  }

  takenBack(id: number): Promise<void> {
    return this.cancelled(id);
  }

  vanish(): void {
    this.transport.end();
  }
}

/** A server in the memory of the test: what is said is there at once. */
export const memoryWay: Way = {
  lost: 'MCP_PROCESS_EXIT',
  eras: ['legacy', 'modern'],
  async serve(_context, script): Promise<Served> {
    const server = new MemoryServer(script);
    const connect = (): ReturnType<NonNullable<Served['ports']['connect']>> => ({
      transport: server.transport,
      lastWords: () => ({ stderrTail: '', stderrTruncated: false }),
    });
    return { server, options: { executable: process.execPath }, ports: { connect } };
  },
};
