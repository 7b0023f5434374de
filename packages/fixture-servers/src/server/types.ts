import type { FixtureOptions } from '../fixture-options.ts';
import type { JournalEvent, WireMessage } from '../journal.ts';

/** The server's arguments after checking: every option that was given, and where to keep the journal. */
export interface ServerOptions extends FixtureOptions {
  readonly mode: NonNullable<FixtureOptions['mode']>;
  readonly shape: NonNullable<FixtureOptions['shape']>;
  readonly selfKillMs: number;
  /** The journal's file; without one nothing is written down. */
  readonly journal?: string;
}

/** A message with an id and a method: it wants an answer. */
export type WireRequest = WireMessage & { id: number | string; method: string };

/** What answers a request: exactly one of `result` and `error`. */
export type Answer = { jsonrpc: '2.0'; id: number | string } & (
  { result: Record<string, unknown> } | { error: { code: number; message: string; data?: unknown } }
);

/** One running tool call. It is settled once at most; a call that is cancelled is settled without an answer. */
export interface ToolCall {
  readonly args: Record<string, unknown>;
  /** The request as it came. */
  readonly request: WireRequest;
  /** Answers with a result as it is. */
  result(result: Record<string, unknown>): void;
  /** Answers with text, in the shape that was asked for. `isError` exists in the `mcp` shape only. */
  text(text: string, isError?: boolean): void;
  /** Answers with a JSON-RPC error. */
  refuse(code: number, message: string, data?: unknown): void;
  /** Runs `work` later, unless the call is cancelled or stdin ends before. */
  after(delayMs: number, work: () => void): void;
}

/** A tool that a server offers. */
export interface FixtureTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Record<string, unknown>;
  call(call: ToolCall, server: Server): void;
}

/** What a mode may ask of the server that it changes. */
export interface Server {
  readonly options: ServerOptions;
  /** True once the server is on its way out: whatever writes in a loop stops. */
  readonly ending: boolean;
  readonly tools: readonly FixtureTool[];
  /** Appends one entry to the journal before it returns. */
  journal(event: JournalEvent): void;
  /** Writes to stdout; resolves once the pipe has taken it: true, or false when the pipe is broken. */
  write(data: string | Uint8Array): Promise<boolean>;
  /** Writes to stderr; resolves once the pipe has taken it: true, or false when the pipe is broken. */
  log(text: string): Promise<boolean>;
  /** The answer to a tools/call with this text, in the shape that was asked for. */
  textAnswer(id: number | string, text: string): Answer;
  /** Writes an answer as one line and journals it. */
  send(answer: Answer): Promise<boolean>;
  /** Writes text (lines, with their newlines) that counts as the answer to `id`, and journals that. */
  sendText(text: string, id: number | string): Promise<boolean>;
  /** Does what the server does with a message when no mode interferes. */
  dispatch(message: WireMessage): void;
  /** Stop and continue reading stdin. */
  pause(): void;
  resume(): void;
  /** Keeps the process alive (until its self-kill timer) although nothing else does. */
  stayAlive(): void;
  /** Ends the process once stdout has taken everything written so far. */
  exit(how: { code: number } | { signal: NodeJS.Signals }): void;
}

/** A fault: each hook replaces one step of the normal server. */
export interface Mode {
  /** Before anything is read. */
  start?(): void | Promise<void>;
  /** Bytes from stdin, before they are made into lines. */
  chunk?(bytes: Buffer): void;
  /** A message came. True: the mode took it, the server does nothing with it. */
  receive?(message: WireMessage): boolean;
  /** An answer is ready. Answers are given to this hook one at a time, each after the promise of the one before. */
  answer?(answer: Answer, request: WireRequest): void | Promise<unknown>;
  /** The result of tools/list for a cursor; undefined refuses the cursor. */
  list?(cursor: string | undefined): { tools: readonly FixtureTool[]; nextCursor?: string } | undefined;
  /** Tools beside the usual ones. */
  readonly tools?: readonly FixtureTool[];
  /** stdin ended. True: the server lives on. */
  stdinEnd?(): boolean;
  /** A signal came. True: the server ignores it. */
  signal?(signal: NodeJS.Signals): boolean;
}

/** Every file in `modes/` exports one of these as `createMode`. */
export type CreateMode = (server: Server) => Mode;
