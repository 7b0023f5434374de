import type { ErrorDetails } from '../errors.ts';
import type { ResolvedHttpOptions } from './http-options.ts';
import type { HttpTransport } from './http-transport.ts';

/** A server over HTTP: the way to it. It has no stderr. */
interface HttpConnection {
  readonly transport: HttpTransport;
  readonly lastWords: () => Pick<ErrorDetails, 'stderrTail' | 'stderrTruncated'>;
  readonly isHttp: true;
  readonly hasSession: () => boolean;
}

interface HttpPort {
  readonly prepare: () => Promise<void>;
  readonly connect: (onProcess: unknown, onLine?: (line: string, bytes: number) => void) => HttpConnection;
}

/** Read once, for all. */
let Transport: typeof HttpTransport | undefined;

/** The way to a server over HTTP. What it is made of is read when it is needed: who starts his servers pays nothing for it. */
export function httpPort(options: ResolvedHttpOptions): HttpPort {
  return {
    prepare: async () => {
      ({ HttpTransport: Transport } = await import('./http-transport.ts'));
    },
    connect: (_onProcess, onLine) => {
      if (Transport === undefined) throw new TypeError('prepare() comes first');
      const transport = new Transport({ ...options, onLine });
      return { transport, lastWords: () => ({}), isHttp: true, hasSession: () => transport.hasSession };
    },
  };
}
