import type { Host } from './host.ts';
import type { Questions } from './input/questions.ts';
import type { Advice } from './output/advice.ts';
import type { PrivateFiles } from './output/private-files.ts';
import type { Progress } from './output/progress.ts';
import type { Style } from './output/style.ts';
import type { AdHocServer } from './servers/ad-hoc-server.ts';
import type { Workspace } from './servers/workspace.ts';
import type { Traces } from './traces.ts';

/** Options that every command has. */
interface GlobalOptions {
  /** Files that were named, in this order; none: they are looked for. */
  readonly config: readonly string[];
  readonly json: boolean;
  /** For a server to be ready, and for a call without an answer. Milliseconds; undefined: what the configuration says. */
  readonly timeoutMs?: number | undefined;
  /** Where what happens to servers is written. */
  readonly trace?: string | undefined;
}

/** What a command is given. */
export interface Context {
  readonly host: Host;
  readonly globals: GlobalOptions;
  readonly progress: Progress;
  /** To whoever sits at the terminal, if anybody does. */
  readonly questions: Questions;
  /** For commands that are told as the next step. */
  readonly advice: Advice;
  /** For stdout. */
  readonly style: Style;
  /** Columns of stdout, when it is a terminal. */
  readonly columns: number | undefined;
  /** What is written for the user. */
  readonly files: PrivateFiles;
  readonly traces: Traces;
  /** Reads the configuration. Starts nothing, and does not throw for what is in it: that is for whoever needs it. */
  openWorkspace(): Promise<Workspace>;
  /** A configuration of one server that is in no file. */
  openCommand(server: AdHocServer): Workspace;
}
