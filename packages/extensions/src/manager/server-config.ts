import type { Permission } from '../adapter/tool-definition.ts';
import type { Era } from '../protocol/revisions.ts';
import type { Account } from '../stdio/stdio-options.ts';

/** Whose way of writing a configuration it is. `own`: this package's. */
export type Dialect =
  | 'own'
  | 'claude-desktop'
  | 'claude-code'
  | 'cursor'
  | 'cline'
  | 'windsurf'
  | 'gemini-cli'
  | 'vscode'
  | 'opencode'
  | 'codex'
  | 'continue'
  | 'goose'
  /** The form that most hosts share, of a text whose host cannot be told. */
  | 'mcp-servers'
  /** Servers without anything around them. */
  | 'bare';

/** Where an entry stands. */
export interface ConfigSource {
  /** Absolute; undefined for a text that was pasted. */
  readonly file?: string;
  /** JSON pointer of the entry in the document (RFC 6901). */
  readonly pointer: string;
  readonly dialect: Dialect;
  /** Absolute: relative paths of the entry start here, and the server works here unless it says otherwise. */
  readonly folder: string;
}

/** A server that is started. Texts are as they were written: variables are put in at the start (`variables.ts`). */
export interface StdioServer {
  readonly kind: 'stdio';
  readonly executable: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Variables to set; null takes one away. */
  readonly env: Readonly<Record<string, string | null>>;
  /** Names of the host's variables that the server may see. */
  readonly inheritEnv: readonly string[];
  /** A file of variables, read at the start; `env` wins over it. */
  readonly envFile?: string;
}

/** A server that is reached. Every header is a secret. */
export interface HttpServer {
  readonly kind: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Header name to the name of the variable that holds its value. */
  readonly headersFromEnv: Readonly<Record<string, string>>;
  /** Name of the variable with a bearer token. */
  readonly bearerTokenEnv?: string;
  /** Plain `http:` to other machines. Only our own dialect can say so. */
  readonly allowInsecure?: boolean;
  /** Its name may lead to addresses of the public internet alone. Undefined: the manager's default. */
  readonly addresses?: 'any' | 'public';
}

/** Milliseconds. Undefined: the manager's default. */
export interface ServerTimeouts {
  /** Fetching the package of `npx`, `uvx` and their like. */
  readonly installMs?: number;
  /** From the start of the process to the end of the handshake. */
  readonly startMs?: number;
  /** A call without an answer or progress. */
  readonly callMs?: number;
  /** A call in all. */
  readonly totalMs?: number;
}

/** What one process of a server may take; each that it starts may take as much again. Linux only (`prlimit`). */
export interface ResourceLimits {
  /** Processes and threads of the *account*, this server's and all others: of use with an account of its own. */
  readonly maxProcesses?: number;
  /** Memory that it may write to. */
  readonly maxMemoryBytes?: number;
  /** Of computing, not of waiting. */
  readonly maxCpuSeconds?: number;
  readonly maxOpenFiles?: number;
}

/** What holds beside a launcher, or without one. */
export interface Confinement {
  readonly limits?: ResourceLimits;
  /** Whom it is started as. Only root may do that; not on Windows. */
  readonly account?: Account;
}

/** What stands between a server and the rest of the machine. */
export type SandboxConfig =
  | (Confinement & {
      readonly kind: 'bubblewrap';
      /** Seen, and not written. Absolute after the variables are put in. */
      readonly readOnly: readonly string[];
      readonly writable: readonly string[];
      /** Default false. */
      readonly network: boolean;
    })
  /** A launcher. `{executable}`, `{args}` and `{cwd}` are put in, each as arguments of their own. */
  | (Confinement & { readonly kind: 'template'; readonly command: readonly string[] })
  /** No launcher: limits and account alone. */
  | (Confinement & { readonly kind: 'plain' });

/** A question that the host asks a person when the server is started (`${input:id}`). */
export interface ConfigInput {
  readonly id: string;
  readonly description?: string;
  /** The answer is a secret: the broker is asked before the person. */
  readonly isPassword: boolean;
  readonly default?: string;
  /** The answers to choose from. */
  readonly options?: readonly string[];
}

/** One server as it was configured: dialect, aliases and units are resolved. Everything has a default. */
export interface ServerConfig {
  readonly name: string;
  readonly source: ConfigSource;
  readonly server: StdioServer | HttpServer;
  readonly isEnabled: boolean;
  /** The manager's start fails without it. */
  readonly isRequired: boolean;
  /** `lazy`: when a tool of it is called. `prewarm`: with the manager. */
  readonly start: 'lazy' | 'prewarm';
  /** Without a call and without a lease for so long it is stopped. Undefined: the manager's default; Infinity: never. */
  readonly idleMs?: number;
  readonly era: Era | 'auto';
  readonly timeouts: ServerTimeouts;
  /** Globs over the tools' own names; `exclude` wins. No `include`: all. */
  readonly tools: { readonly include?: readonly string[]; readonly exclude: readonly string[] };
  /** The most that its tools may do. Undefined: nobody said, so `execute`, and every call is asked about. */
  readonly permission?: Permission;
  /** The same for single tools, by their own names. */
  readonly toolPermissions: Readonly<Record<string, Permission>>;
  /** What a pasted block asks to be trusted with (`trust`, `autoApprove`): shown to whoever approves, never honoured here. */
  readonly wishes: readonly string[];
  /** The questions that its texts refer to. */
  readonly inputs?: readonly ConfigInput[];
  readonly sandbox?: SandboxConfig;
  /** SHA-256 of the executable, lower-case hex, as an administrator pinned it. */
  readonly digest?: string;
  readonly description?: string;
}
