import type { Trace, TraceContent } from '@coding-agent/extensions/trace';

/** A trace that is being written. */
export interface Recording {
  readonly trace: Trace;
  /** Why it could not be written to its end. */
  readonly problems: readonly string[];
}

export interface PageOptions {
  /** What the page calls the trace. */
  readonly title: string;
  /** In which it opens; undefined: the reader's. */
  readonly language?: 'en' | 'zh-CN' | undefined;
}

/** Files of what happened. Paths are relative to the working directory. */
export interface Traces {
  /** @throws CliError `CLI_OUTPUT` */
  begin(file: string): Promise<Recording>;
  /** All names and texts in it are untrusted. @throws CliError `CLI_NO_TRACE` */
  read(file: string, signal: AbortSignal): Promise<TraceContent>;
  /** One HTML file that draws it. */
  page(content: TraceContent, options: PageOptions): Promise<string>;
}
