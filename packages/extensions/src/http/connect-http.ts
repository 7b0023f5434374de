import type { ErrorDetails } from '../errors.ts';
import type { ResolvedHttpOptions } from './http-options.ts';
import type { HttpTransport } from './http-transport.ts';
import type { SseTransport } from './sse-transport.ts';

/** A server over HTTP: the way to it. It has no stderr. */
interface HttpConnection {
  readonly transport: HttpTransport | SseTransport;
  readonly lastWords: () => Pick<ErrorDetails, 'stderrTail' | 'stderrTruncated'>;
  readonly isHttp: true;
  readonly hasSession: () => boolean;
}

interface HttpPort {
  readonly prepare: () => Promise<void>;
  readonly connect: (
    onProcess: unknown,
    onLine?: (line: string, bytes: number) => void,
    isOlder?: boolean,
  ) => HttpConnection;
}

/** Read once, for all. */
let kinds: readonly [newer: typeof HttpTransport, older: typeof SseTransport] | undefined;

/** The way to a server over HTTP. What it is made of is read when it is needed: who starts his servers pays nothing for it. */
export function httpPort(options: ResolvedHttpOptions): HttpPort {
  return {
    prepare: async () => {
      const [newer, older] = await Promise.all([import('./http-transport.ts'), import('./sse-transport.ts')]);
      kinds = [newer.HttpTransport, older.SseTransport];
    },
    connect: (_onProcess, onLine, isOlder = false) => {
      if (kinds === undefined) throw new TypeError('prepare() comes first');
      const Transport = kinds[isOlder ? 1 : 0];
      const transport = new Transport({ ...options, onLine });
      return { transport, lastWords: () => ({}), isHttp: true, hasSession: () => transport.hasSession };
    },
  };
}
