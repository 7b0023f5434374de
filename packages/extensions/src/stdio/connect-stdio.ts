import type { ErrorDetails } from '../errors.ts';
import type { ProcessEvent } from '../rpc/process-event.ts';
import type { ResolvedStdioOptions } from './stdio-options.ts';
import { StdioTransport } from './stdio-transport.ts';

/** A server that was just started: the way to it, and what it wrote to stderr so far. */
interface StdioConnection {
  readonly transport: StdioTransport;
  readonly lastWords: () => Pick<ErrorDetails, 'stderrTail' | 'stderrTruncated'>;
}

/** Starts a server, with whoever watches its process and reads along what it writes. Throws as `StdioTransport.open` does. */
type ConnectStdio = (
  onProcess: ((event: ProcessEvent) => void) | undefined,
  onLine?: (line: string, bytes: number) => void,
) => StdioConnection;

/** The way to a server that is started anew each time. */
export function stdioPort(options: ResolvedStdioOptions): ConnectStdio {
  return (onProcess, onLine) => {
    const transport = StdioTransport.open({ ...options, onProcess, onLine });
    const lastWords = (): Pick<ErrorDetails, 'stderrTail' | 'stderrTruncated'> => {
      const { text, truncated } = transport.stderr;
      return { stderrTail: text, stderrTruncated: truncated };
    };
    return { transport, lastWords };
  };
}
