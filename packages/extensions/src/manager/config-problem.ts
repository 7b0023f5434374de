/** A place in a configuration. */
export interface ConfigPlace {
  /** Absolute; undefined for a text that was pasted. */
  readonly file?: string;
  /** JSON pointer (RFC 6901), in TOML and YAML too. */
  readonly pointer: string;
  /** From 1; undefined where the format does not give them (TOML). */
  readonly line?: number;
  readonly column?: number;
}

/** Why an entry was refused. The others are not touched by it. No value of a configuration stands in it: it may be a secret. */
export interface ConfigProblem extends ConfigPlace {
  /** The name of the entry, printable; undefined when it is about the document. */
  readonly serverName?: string;
  readonly message: string;
  /** What to write instead. */
  readonly cure: string;
}

/** What was decided while reading, and what was not honoured: together they say how faithful the reading is. */
export type ConfigDiagnosticKind =
  /** Whose way of writing it is, and by what that was seen. */
  | 'dialect'
  /** The unit of a number that does not say its own. */
  | 'unit'
  /** Another spelling of a field of ours. */
  | 'renamed'
  /** A value that had another type, for example a number among the arguments. */
  | 'converted'
  /** A field that is known, and not honoured here. */
  | 'dropped'
  | 'unknown-key'
  /** An entry that is no server to start or to reach, or that belongs elsewhere. */
  | 'skipped'
  /** A file that was looked for, or the folder in which a server works. */
  | 'file'
  /** The same name in a later file. */
  | 'shadowed'
  /** A text that looks like a variable and stays as it is, or one that is seen by others. */
  | 'variable'
  /** A variable that loads code into the server. */
  | 'loader-variable'
  /** What the block asks to be trusted with. */
  | 'wish';

export interface ConfigDiagnostic extends ConfigPlace {
  readonly kind: ConfigDiagnosticKind;
  /** `ask`: whoever approves the server has to see it. */
  readonly severity: 'info' | 'warning' | 'ask';
  readonly serverName?: string;
  readonly message: string;
}
