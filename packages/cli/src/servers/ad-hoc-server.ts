interface AdHocEntry {
  readonly name: string;
  readonly era?: 'auto' | 'legacy' | 'modern' | undefined;
}

/** A command to start that was given on the command line. */
interface AdHocCommand extends AdHocEntry {
  /** Executable and arguments: never empty, no shell. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Names of variables of the command that it may see. */
  readonly inheritEnv: readonly string[];
  /** Relative to the working directory; default: that. */
  readonly cwd?: string | undefined;
}

/** An address that was given on the command line. */
interface AdHocAddress extends AdHocEntry {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The variable of the command that holds a token. */
  readonly bearerTokenEnv?: string | undefined;
  /** Plain http to another machine. */
  readonly allowInsecure: boolean;
}

/** A server that was given on the command line. */
export type AdHocServer = AdHocCommand | AdHocAddress;

/** The word is the address of a server, and no command. */
export function isAddress(word: string): boolean {
  return /^https?:\/\//i.test(word);
}
