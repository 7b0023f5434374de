import type { BrokenDouble } from './broken-double.ts';

/** Mistakes about what is told to whoever watches. */
export const brokenEventDoubles: readonly BrokenDouble[] = [
  {
    id: 'O-02',
    name: 'the end of a request is told only when an answer came',
    file: 'rpc/pending-requests.ts',
    from: 'this.#options.observer?.settled(entry, settlement);',
    to: "if (!('failure' in settlement)) this.#options.observer?.settled(entry, settlement);",
  },
  {
    id: 'O-02',
    name: 'a request counts as sent when it begins to wait',
    file: 'rpc/peer.ts',
    from: 'if (!this.#pending.announce(pending, bytes)) return pending.settlement;',
    to: 'if (!this.#pending.announce(pending, bytes)) return pending.settlement; this.#options.observer?.sent(pending);',
  },
  {
    id: 'O-02',
    name: 'a request that was taken back while it was told of is sent all the same',
    file: 'rpc/pending-requests.ts',
    from: 'return this.#requests.get(entry.id) === entry;\n',
    to: 'return true;\n',
  },
  {
    id: 'O-02',
    name: 'a late answer is told as one to a request that never was',
    file: 'rpc/stray-messages.ts',
    from: 'observer?.strayAnswer(id, asked);',
    to: 'observer?.strayAnswer(id, false);',
  },
  {
    id: 'O-02',
    name: 'how long a request took is when it ended',
    file: 'rpc/pending-requests.ts',
    from: 'if (this.#options.observer !== undefined) entry.startedAt = now;',
    to: '',
  },
  {
    id: 'O-02',
    name: 'names of the server are told as they are',
    file: 'client/client-observer.ts',
    from: 'return plainName.test(name) ? name : printable(name, maxName);',
    to: 'return name;',
  },
  {
    id: 'O-02',
    name: 'what was seen is told with a diagnostic',
    file: 'client/client-observer.ts',
    from: "diagnostic({ kind, message }: Diagnostic): void {\n    this.tell({ type: 'diagnostic', kind, message });",
    to: "diagnostic(diagnostic: Diagnostic): void {\n    this.tell({ type: 'diagnostic', ...diagnostic });",
  },
  {
    id: 'O-02',
    name: 'a handler that throws comes into the work',
    file: 'client/client-observer.ts',
    from: 'guarded(() => this.#onEvent(event));',
    to: 'this.#onEvent(event);',
  },
  {
    id: 'O-02',
    name: 'a server is started for a client that was closed when its start was told of',
    file: 'client/connector.ts',
    from: 'this.#requireOpen();\n    this.#isProbing',
    to: 'this.#isProbing',
  },
  {
    id: 'O-02',
    name: 'the start of a process is told before anybody can end it',
    file: 'client/connector.ts',
    from: 'ports.connect(news && ((event) => news.take(event)))',
    to: 'ports.connect(news && ((event) => observer.tell(event)))',
  },
];
