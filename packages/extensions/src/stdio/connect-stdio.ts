import type { ErrorDetails } from '../errors.ts';
import type { ResolvedStdioOptions } from './stdio-options.ts';
import { StdioTransport } from './stdio-transport.ts';

/** A server that was just started: the way to it, and what it wrote to stderr so far. */
export interface StdioConnection {
  readonly transport: StdioTransport;
  readonly lastWords: () => Pick<ErrorDetails, 'stderrTail' | 'stderrTruncated'>;
}

/** Starts a server. Throws as `StdioTransport.open` does. */
export function connectStdio(options: ResolvedStdioOptions): StdioConnection {
  const transport = StdioTransport.open(options);
  const lastWords = (): Pick<ErrorDetails, 'stderrTail' | 'stderrTruncated'> => {
    const { text, truncated } = transport.stderr;
    return { stderrTail: text, stderrTruncated: truncated };
  };
  return { transport, lastWords };
}
