import type { InputPrompt, ToolOutcome } from '@coding-agent/extensions';
import type { Trace } from '@coding-agent/extensions/trace';
import type { PublishedReport, ReportAbout } from '../reports.ts';

/** Where an entry stands. */
interface EntryPlace {
  /** Absolute; undefined for a server that was given on the command line. */
  readonly file?: string;
  /** JSON pointer. */
  readonly pointer: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
}

/** Whose a file is, and so how far it is trusted. */
export type FileKind =
  /** By `--config`. */
  | 'named'
  /** `.mcp.json` of the working directory: whoever wrote the project wrote it. */
  | 'project'
  /** The user's own. */
  | 'user';

export interface ConfigFile {
  /** Absolute. */
  readonly path: string;
  readonly kind: FileKind;
  readonly exists: boolean;
}

/** Something in a configuration that cannot be, with its cure. Holds no value. */
export interface Problem extends Partial<EntryPlace> {
  readonly serverName?: string;
  readonly message: string;
  readonly cure: string;
}

/** What was decided while reading, and what was not honoured. */
export interface Decision extends Partial<EntryPlace> {
  /** `dialect`, `unit`, `renamed`, `dropped`, …: the kinds of the library's diagnostics. */
  readonly kind: string;
  /** `ask`: whoever approves must see it. */
  readonly severity: 'info' | 'warning' | 'ask';
  readonly serverName?: string;
  readonly message: string;
}

/** One server of the configuration. */
export interface ConfiguredServer extends EntryPlace {
  readonly name: string;
  readonly dialect: string;
  readonly isEnabled: boolean;
  readonly description?: string;
  /** As it was written, unexpanded: executable and arguments, or the address without what may be a secret in it. */
  readonly command: readonly string[];
  readonly transport: 'stdio' | 'http';
  /** Somebody must have said yes to it before it is started. */
  readonly needsApproval: boolean;
}

/** A tool as it is listed. Texts are the server's: untrusted. */
export interface ListedTool {
  /** Its own name. */
  readonly name: string;
  /** Its name for a model. */
  readonly exposedName: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly permission: string;
  readonly annotations: unknown;
}

/** What was learnt of a server that was started. Name and version are the server's words. */
export interface ServerAbout {
  readonly serverName: string;
  readonly serverVersion: string;
  readonly era: string;
  readonly revision: string;
  readonly capabilities: readonly string[];
  /** Of one that is reached: whether it keeps a session for this client. */
  readonly hasSession?: boolean;
}

/** One step of the way to a server that is reached. */
export interface ReachStep {
  readonly step: 'dns' | 'connect' | 'tls';
  /** Whole milliseconds. */
  readonly ms: number;
  /** What came of it: addresses, certificates. Untrusted. */
  readonly said: string;
}

/** How far the way to a server goes. */
export interface Reach {
  readonly steps: readonly ReachStep[];
  /** The step that failed, and what to do. */
  readonly failure?: { readonly step: ReachStep['step']; readonly message: string; readonly cure: string };
}

/** Whole milliseconds. */
interface Timings {
  /** From the start of the process to the end of the handshake. */
  readonly handshakeMs: number;
  /** All pages of the list of tools. */
  readonly listMs: number;
}

/** What a server listed once. Texts are the server's: untrusted. */
interface KnownTools {
  readonly tools: readonly { readonly name: string; readonly description: string; readonly permission: string }[];
  /** How long ago, in milliseconds. */
  readonly ageMs: number;
}

/** What became of asking one server for its tools. */
export type Listing =
  | {
      readonly server: string;
      readonly state: 'ready';
      readonly about: ServerAbout;
      readonly tools: readonly ListedTool[];
      /** Entries of its list that are left out, with the reason. */
      readonly rejected: readonly { readonly name?: string; readonly reason: string }[];
      /** Tools that are not what was approved, in words: they cannot be called before somebody says yes to them. */
      readonly changes?: readonly string[];
      /** Why the list was cut. */
      readonly truncated?: string;
      readonly timings: Timings;
    }
  | { readonly server: string; readonly state: 'failed'; readonly error: Error }
  /** It was not started. `known`: what it listed when it was last seen, as what it is now. */
  | { readonly server: string; readonly state: 'not-started'; readonly known?: KnownTools }
  | { readonly server: string; readonly state: 'disabled' };

export interface WaitOptions {
  /** Aborts when the command is to end. */
  readonly signal: AbortSignal;
  /** Milliseconds; undefined: what the configuration says. */
  readonly timeoutMs?: number | undefined;
}

export interface ReviewOptions extends WaitOptions {
  /** A server that is approved is started, to see whether its tools are what was approved. */
  readonly withTools: boolean;
}

/** What became of a yes. */
export type ApprovalEnd =
  /** It is something else by now. */
  | { readonly isApproved: false }
  /** `tools`: those that were agreed to with it. `reason`: why they could not be seen. */
  | { readonly isApproved: true; readonly tools: readonly string[]; readonly reason?: string };

export interface ListOptions extends WaitOptions {
  /** What is being waited for, when that changes: for progress. */
  readonly onWaiting?: ((servers: readonly string[]) => void) | undefined;
}

export interface ToolCallOptions extends WaitOptions {
  /** What the server tells of its progress: untrusted. */
  readonly onProgress: (message: string) => void;
}

/** What would be approved, all of it as it can be seen without starting anything. */
export interface Review {
  readonly server: string;
  readonly status: 'not-needed' | 'approved' | 'needed';
  /** SHA-256 of what the server is: what is approved. */
  readonly fingerprint: string;
  /** In words, against what was approved before. */
  readonly changes: readonly string[];
  /** The file that would be started: absolute, perhaps a symbolic link. */
  readonly executable?: string;
  /** What variables make of the address of a server that is reached: origin and path. */
  readonly address?: string;
  /** The files that it is made of, as far as they can be known before a start: program, script, package. */
  readonly programs: readonly ProgramPart[];
  /** Names of variables that the server gets, with the rule that admits each. */
  readonly environment: readonly PassedVariable[];
  /** Names of headers, of a server that is reached. */
  readonly headers: readonly PassedVariable[];
  readonly cwd?: string;
  /** What confines it, and what does not, in sentences. */
  readonly sandbox: readonly string[];
  /** What the block asks to be trusted with. */
  readonly wishes: readonly string[];
}

/** A variable or a header that a server gets: its name, never its value. */
export interface PassedVariable {
  readonly name: string;
  /** Which rule admits it, in words. */
  readonly rule: string;
}

export interface ProgramPart {
  /** `executable`, `script`, `package-manifest`, `package-entry`. */
  readonly kind: string;
  /** Its path, or the name of a package. */
  readonly what: string;
  /** SHA-256 in lower-case hex, or `unknown`. */
  readonly digest: string;
  /** The version of a package; why it is unknown. */
  readonly text?: string;
}

/** A server of which something is to be known before it is started, or after it did not start. */
export interface Examination extends Omit<Review, 'fingerprint' | 'status'> {
  readonly fingerprint?: string;
  readonly status: Review['status'] | 'unknown';
  /** False: something is missing without which it is not even tried. */
  readonly canStart: boolean;
  readonly cwdExists?: boolean;
  readonly quarantine?: QuarantineEntry;
  /** What stands against a start, with the cure. */
  readonly problems: readonly Problem[];
  /** The same as an error, for a report. */
  readonly failure?: Error;
}

export interface QuarantineEntry {
  readonly server: string;
  readonly fingerprint: string;
  readonly cause: string;
  readonly failures: number;
  /** ISO 8601. */
  readonly since: string;
}

/** What is left after closing: processes that could not be ended. */
export interface Leftover {
  readonly pid: number;
  readonly command: string;
}

/**
 * What the commands need of servers: the port behind which the library stands, bound in `manager-session.ts`. Owns every
 * process that it starts, until `close`.
 */
export interface Session {
  /** Starts servers side by side and lists their tools. One that fails says so, and leaves the others alone. */
  list(servers: readonly string[], options: ListOptions): Promise<readonly Listing[]>;
  /** What is known of servers without starting them. */
  known(servers: readonly string[], options: WaitOptions): Promise<readonly Listing[]>;
  /** @throws McpClientError */
  call(
    server: string,
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: ToolCallOptions,
  ): Promise<ToolOutcome>;
  /** Starts nothing that is not approved. @throws McpClientError when what it is cannot be found out */
  review(server: string, options: ReviewOptions): Promise<Review>;
  /** Says yes to what was reviewed, and starts it to see its tools. If it is something else by now, nothing is approved. */
  approve(review: Review, options: WaitOptions): Promise<ApprovalEnd>;
  /** Takes a yes back. False when there was none. */
  revoke(server: string): Promise<boolean>;
  /** Starts nothing, and does not fail: what could not be found out is a problem of the examination. */
  examine(server: string, options: WaitOptions): Promise<Examination>;
  /** The way to a server that was listed, or failed; undefined where there is none. Never fails. */
  reach(server: string, options: WaitOptions): Promise<Reach | undefined>;
  quarantined(): Promise<readonly QuarantineEntry[]>;
  /** Lets a server be started again. False when it was not in quarantine. */
  release(entry: QuarantineEntry): Promise<boolean>;
  /** Never fails: what cannot be found out is left out. */
  report(about: ReportAbout, options: WaitOptions): Promise<PublishedReport>;
  /** What was noticed about servers on the way, and somebody should look at: untrusted. */
  notices(): readonly string[];
  /** Ends everything. Idempotent. */
  close(): Promise<readonly Leftover[]>;
}

export interface SessionOptions {
  /** Asks a person for what an entry wants to know at the start. */
  readonly askInput: InputPrompt;
  /** `--timeout`: in place of the times that an entry does not say itself. Milliseconds. */
  readonly timeoutMs: number | undefined;
  /** Is told what happens; whoever opened it closes it. */
  readonly trace?: Trace | undefined;
}

/** A configuration that was read. */
export interface Workspace {
  readonly files: readonly ConfigFile[];
  /** Why nothing of it could be read: a file that was named and is not there, or one that is no JSON, TOML or YAML. */
  readonly failure?: Error;
  readonly servers: readonly ConfiguredServer[];
  readonly problems: readonly Problem[];
  readonly decisions: readonly Decision[];
  /** Starts nothing yet. */
  openSession(options: SessionOptions): Session;
}
