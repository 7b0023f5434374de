/** What a command may touch of the outside; tests give it other folders, another locale and no terminal. */
export interface Context {
  /** The checkout with `bootcamps/`. Only `reset`, `new`, `starter write`, `step write` and `wrong write` write below it. */
  readonly root: string;
  /** Progress, saved copies and work trees; never tracked. */
  readonly workFolder: string;
  /** The folder that the person typed the command in: relative paths count from here. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Locale of the system, for where no variable tells it (Windows). */
  readonly systemLocale: string;
  readonly out: Terminal;
  readonly err: Terminal;
  /** Aborted by Ctrl-C and the like, with the signal's name as the reason. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

export interface Terminal {
  readonly write: (text: string) => void;
  /** Width of the terminal; 80 where there is none. */
  readonly columns: number;
  /** Somebody sits there; off by default. */
  readonly isTerminal?: boolean;
  /** Colour may be used; off by default. */
  readonly colour?: boolean;
}
