/** One thing that a server's identity is made of. */
export interface IdentityPart {
  readonly name: 'configuration' | 'executable' | 'script' | 'package-manifest' | 'package-entry' | 'secrets';
  /** Which one: a field of the configuration, the path of a file, a package, the name of a secret. */
  readonly what: string;
  /** SHA-256 in lower-case hex (of secrets: keyed); `unknown` for what could not be found: then `text` says why. */
  readonly digest: string;
  /** In words, without secrets: what a field says, which version a package has. */
  readonly text?: string;
}

/** A command line after the variables were put in. */
export interface PlannedLaunch {
  readonly executable: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** What the server will see. */
  readonly env: Readonly<Record<string, string>>;
}
