import { McpClient, type Handshake, type ManagerEvent, type McpClientOptions } from '@coding-agent/extensions';

/** What is known of the last start of one server. */
export interface Start {
  /** What it was started with. */
  readonly options: McpClientOptions | undefined;
  /** Undefined until it has shaken hands. */
  readonly handshake: Handshake | undefined;
  /** Of a server that is reached: whether it keeps a session. */
  readonly hasSession: boolean | undefined;
  /** All that its failure holds: also what the server wrote last to stderr. */
  readonly error: Error | undefined;
  /** From the process to the end of the handshake, milliseconds. */
  readonly handshakeMs: number | undefined;
  /** All pages of its tools, milliseconds. */
  readonly listMs: number | undefined;
}

/** The same while it is being written. */
interface Writing {
  readonly client: McpClient;
  readonly options: McpClientOptions;
  error?: Error;
  handshakeMs?: number;
  listMs?: number;
}

/** States in which nobody waits for a server any more. */
const settled: readonly string[] = ['ready', 'backoff', 'quarantined', 'disabled', 'stopped'];

/** Listens in on the starts of a manager: what servers said of themselves, and why they failed, in full. */
export class StartRecord {
  readonly #starts = new Map<string, Writing>();
  readonly #waiting = new Set<string>();
  readonly #notices: string[] = [];
  #onWaiting: ((servers: readonly string[]) => void) | undefined;

  /** A client for the manager, whose start is remembered. */
  connect(options: McpClientOptions): McpClient {
    const client = new McpClient(options);
    const start: Writing = { client, options };
    this.#starts.set(options.serverName ?? '', start);
    const initialize = client.initialize.bind(client);
    const listTools = client.listTools.bind(client);
    client.initialize = (request) => timed(start, 'handshakeMs', () => initialize(request));
    client.listTools = (request) => timed(start, 'listMs', () => listTools(request));
    return client;
  }

  startOf(server: string): Start {
    const { client, options, error, handshakeMs, listMs } = this.#starts.get(server) ?? {};
    const hasSession = client?.stats().hasSession;
    return { options, handshake: client?.server, hasSession, error, handshakeMs, listMs };
  }

  /** Says which of the servers are not there yet, at each change, until the returned function is called. */
  watch(servers: readonly string[], onWaiting: (servers: readonly string[]) => void): () => void {
    for (const server of servers) this.#waiting.add(server);
    this.#onWaiting = onWaiting;
    return () => {
      this.#waiting.clear();
      this.#onWaiting = undefined;
    };
  }

  /** What somebody should look at, each with its server. Holds words of servers: untrusted. */
  get notices(): readonly string[] {
    return this.#notices;
  }

  told(event: ManagerEvent): void {
    if (event.type === 'server-notice') this.#notices.push(`${event.serverName}: ${event.message}`);
    if (event.type !== 'server-state' || !settled.includes(event.state)) return;
    if (this.#waiting.delete(event.serverName)) this.#onWaiting?.([...this.#waiting]);
  }
}

/** The first time counts: a list may be read again later. */
async function timed<T>(start: Writing, name: 'handshakeMs' | 'listMs', work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) start.error = error;
    throw error;
  } finally {
    start[name] ??= Math.round(performance.now() - began);
  }
}
