/** A server that was given on the command line. */
export interface AdHocServer {
  readonly name: string;
  /** Executable and arguments: never empty, no shell. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Names of variables of the command that it may see. */
  readonly inheritEnv: readonly string[];
  /** Relative to the working directory; default: that. */
  readonly cwd?: string | undefined;
  readonly era?: 'auto' | 'legacy' | 'modern' | undefined;
}
