/** A server to start: a program and its arguments. */
export interface ServerCommand {
  readonly executable: string;
  readonly args: readonly string[];
}

export interface CallOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** What a tool answered, as the client gives it: the bench reads its first text only. */
export type ToolAnswer = unknown;

/**
 * All that the bench asks of a client. `call` returns the client's own promise, so that no adapter adds one; big and held
 * answers are calls like any other.
 */
export interface BenchClient {
  /** Starts the server and shakes hands. */
  connect(): Promise<void>;
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<ToolAnswer>;
  /** The tools of the server, all of them. */
  list(): Promise<{ readonly tools: readonly unknown[] }>;
  close(): Promise<unknown>;
  /** After `close`: records or spans that were dropped on their way, where there are such things. */
  lost?(): number | undefined;
}

/** Many servers at once. */
export interface ManyServers {
  /** What a host does before its first call. */
  prepare(): Promise<void>;
  call(server: number, tool: string, args: Record<string, unknown>): Promise<ToolAnswer>;
  /** All tools of all servers. */
  countTools(): Promise<number>;
  /** The same from what is known, without starting or asking anybody; missing where a client keeps nothing. */
  countKnownTools?(): Promise<number>;
  close(): Promise<unknown>;
}

export interface Adapter {
  /** How the client separates messages; `http`: it reaches a server, whose first line says where it is. */
  readonly framing: 'newline' | 'content-length' | 'http';
  create(server: ServerCommand): BenchClient;
  /** Missing: a client for each server, all of them connected first, as hosts do it. The file is where knowledge is kept. */
  createMany?(servers: readonly ServerCommand[], catalogueFile?: string): Promise<ManyServers>;
}

/** The text of an answer; throws when it has none. */
export function textOf(answer: ToolAnswer): string {
  const { content } = answer as { content?: readonly { text?: unknown }[] };
  const text = content?.[0]?.text;
  if (typeof text !== 'string') throw new Error(`an answer without a text: ${JSON.stringify(answer)?.slice(0, 200)}`);
  return text;
}

/** For the peers that end a session at a message of 10 MiB, and for our own limit of 32 MiB. */
export const maxMessageBytes = 256 * 1024 * 1024;
