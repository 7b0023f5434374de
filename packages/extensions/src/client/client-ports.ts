import type { Clock } from '../base/clock.ts';
import type { LastWords } from '../protocol/handshake.ts';
import type { ProcessEvent } from '../rpc/process-event.ts';
import type { Transport } from '../rpc/transport.ts';

/** A way to a server that was just opened. Failures come through the transport's `onClose`. */
export interface Connection {
  readonly transport: Transport;
  /** The end of what the server wrote to stderr so far; empty where there is no stderr. */
  readonly lastWords: () => LastWords;
  /** It is reached over HTTP, which the protocol has rules of its own for. */
  readonly isHttp?: boolean;
  /** Over HTTP: whether the server keeps a session for it. Asked at any time. */
  readonly hasSession?: () => boolean;
}

/** What a client stands on; tests put others in their place. */
export interface ClientPorts {
  readonly clock: Clock;
  /** Fetches what `connect` needs, before it is called. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /**
   * `onProcess`: who watches the process behind the connection, where there is one. `onLine`: who reads along what the
   * server writes, where it comes in lines: each as it came, before its message is told. Neither throws. `isOlder`: over HTTP,
   * in the way that came before the one of now.
   */
  readonly connect: (
    onProcess: ((event: ProcessEvent) => void) | undefined,
    onLine?: (line: string, bytes: number) => void,
    isOlder?: boolean,
  ) => Connection;
}
