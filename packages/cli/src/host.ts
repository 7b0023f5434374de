import type { Sink } from './output/sink.ts';

/** Everything that the command has of the machine. Tests have one in memory. */
export interface Host {
  /** For what was asked for, and nothing else. */
  readonly stdout: Sink;
  /** For progress, questions and warnings. */
  readonly stderr: Sink;
  readonly stdin: AsyncIterable<unknown> & {
    readonly isTTY?: boolean | undefined;
    /** Of a terminal: without echo, and key by key. */
    readonly setRawMode?: ((isRaw: boolean) => unknown) | undefined;
  };
  /** Only read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Absolute. */
  readonly cwd: string;
  /** Absolute. */
  readonly home: string;
  /**
   * Aborts when the command is to end: by `Interrupted`, or `OutputClosed`. The reason says with which exit code.
   */
  readonly signal: AbortSignal;
  /** Does what Ctrl-C does, where a terminal does not do it by itself. */
  readonly interrupt: () => void;
}
