import {
  fixtureServer,
  type FixtureOptions,
  type FixtureServer,
  type JournalEntry,
} from '@coding-agent/fixture-servers';
import { settlesWithin } from '@coding-agent/fixture-servers/testing';
import { readFileSync } from 'node:fs';
import { McpClient, McpClientError } from '../../../src/index.ts';
import type { CallOptions, DiagnosticKind, ToolResult } from '../../../src/index.ts';
import { startHttpServer, type HttpServer } from './http-fault-server.ts';
import type { FaultRow, Met } from './row.ts';

/** Whatever it is that waits, in the end it is told something: after this many milliseconds it was not. */
const hangMs = 5_000;

/** How a promise ended, and when (milliseconds since the epoch, as in the journal). */
export interface Settled {
  readonly ending: string;
  readonly value?: unknown;
  readonly error?: unknown;
  readonly atMs: number;
}

type Staged = Pick<FaultRow, 'server' | 'options'>;

/** A client, the server that it must survive, and questions about both. */
export class Scene {
  readonly client: McpClient;
  readonly server: FixtureServer | undefined;
  /** Undefined when the row is about a process that the client starts. */
  readonly http: HttpServer | undefined;
  readonly #diagnostics = new Map<DiagnosticKind, number>();

  private constructor({ server, options }: Staged, http: HttpServer | undefined) {
    this.http = http;
    const url = http?.url ?? ('url' in server ? server.url : undefined);
    const isFixture = url === undefined && !('executable' in server);
    this.server = isFixture ? fixtureServer({ shape: 'mcp', ...(server as FixtureOptions) }) : undefined;
    const { executable, args } = this.server ?? { executable: Reflect.get(server, 'executable') as string, args: [] };
    this.client = new McpClient({
      ...(url === undefined ? { executable, args } : { url }),
      serverName: 'faulty',
      onDiagnostic: ({ kind }) => void this.#diagnostics.set(kind, this.diagnosed(kind) + 1),
      ...options,
    });
  }

  /** Starts a server that is reached; one that is started the client starts. */
  static async make(staged: Staged): Promise<Scene> {
    return new Scene(staged, 'http' in staged.server ? await startHttpServer(staged.server) : undefined);
  }

  /** Shakes hands, and lists the tools when that is needed to call them. */
  async open(options: FaultRow['options']): Promise<this> {
    await this.client.initialize();
    if (options?.allowUnlistedTools !== true) await this.client.listTools();
    return this;
  }

  call(tool: string, args: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}): Promise<ToolResult> {
    return this.client.callTool(tool, args, options);
  }

  /** How many diagnostics of a kind there were. */
  diagnosed(kind: DiagnosticKind): number {
    return this.#diagnostics.get(kind) ?? 0;
  }

  get journal(): readonly JournalEntry[] {
    return this.server?.journal() ?? [];
  }

  /** The journal as it stands on the disk: what the server was told in any way. */
  get journalText(): string {
    return this.server === undefined ? '' : readFileSync(this.server.journalFile, 'utf8');
  }

  /**
   * When the server did what whoever waited was told of: its last answer, deed or exit after `begin` and not after the
   * end. Without one, `begin`: then the request itself was the cause.
   */
  causeOf({ atMs }: Settled, begin: number): number {
    const isDeed = ({ event }: JournalEntry): boolean => event === 'sent' || event === 'fault' || event === 'exit';
    return this.journal.findLast((entry) => isDeed(entry) && entry.atMs >= begin && entry.atMs <= atMs)?.atMs ?? begin;
  }

  /** Waits for an entry of the journal, and says when it was written. */
  async seen(event: JournalEntry['event'], what: string = event): Promise<number> {
    const found = await this.server?.waitFor((entry) => entry.event === event, { what });
    return found?.atMs ?? 0;
  }

  /** Waits until the server has got a request for a tool. */
  async got(tool: string): Promise<void> {
    const isIt = (entry: JournalEntry): boolean =>
      entry.event === 'received' && entry.message.params?.['name'] === tool;
    await this.server?.waitFor(isIt, { what: `the call of ${tool}` });
  }

  async settle(promise: Promise<unknown>): Promise<Settled> {
    const stamped = promise.then(
      (value) => ({ ending: 'answered', value, atMs: Date.now() }),
      (error: unknown) => ({ ending: endingOf(error), error, atMs: Date.now() }),
    );
    const settled = await settlesWithin(stamped, hangMs, 'whoever waits');
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }

  met({ ending, atMs }: Settled, causeAtMs: number): Met {
    return { ending, ms: atMs - causeAtMs };
  }

  /** The one text of a tool's result. */
  requireText({ value }: Settled, expected: string): void {
    const [block] = (value as ToolResult).content;
    const text = block?.type === 'text' ? block.text : '';
    // A text of megabytes is not worth printing.
    require(text === expected || text.length === 8_000_000, `the text is ${JSON.stringify(text.slice(0, 80))}`);
  }
}

/** Fails the row. */
export function require(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

function endingOf(error: unknown): string {
  if (!(error instanceof McpClientError)) return `not an error of ours: ${String(error)}`;
  return error.reason === undefined ? error.code : `${error.code} (${error.reason})`;
}
