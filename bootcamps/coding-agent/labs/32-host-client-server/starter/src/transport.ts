/** One JSON-RPC message, as an object. */
export type Message = Readonly<Record<string, unknown>>;

/** One end of a connection. Grown up: packages/extensions/src/rpc/transport.ts */
export interface Transport {
  /** Sends; after the close of either end: nothing. */
  readonly send: (message: Message) => void;
  /** Who reads this end. Set once, before anything is sent. */
  readonly onMessage: (listener: (message: Message) => void) => void;
  /** Told once, whichever end was closed. */
  readonly onClose: (listener: () => void) => void;
  /** Closes both ends. A second time: nothing. */
  readonly close: () => void;
}

/**
 * Two ends in one process: what goes in here comes out there, in order, a moment later, as JSON would carry it
 * (a member that is `undefined` does not arrive).
 */
export function transportPair(): readonly [Transport, Transport] {
  const readers: ((message: Message) => void)[] = [];
  const closers: (() => void)[] = [];
  let open = true;
  const end = (mine: number, other: number): Transport => ({
    send: (message) => {
      const line = JSON.stringify(message);
      queueMicrotask(() => {
        if (open) readers[other]?.(JSON.parse(line) as Message);
      });
    },
    onMessage: (listener) => void (readers[mine] = listener),
    onClose: (listener) => void closers.push(listener),
    close: () => {
      if (!open) return;
      open = false;
      for (const tell of closers) tell();
    },
  });
  return [end(0, 1), end(1, 0)];
}
