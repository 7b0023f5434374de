import type { Clock } from './clock.ts';
import { LessonError, NotImplementedError } from './errors.ts';
import { isObject, type Params } from './message.ts';
import { openPeer, type Peer } from './peer.ts';
import { nextPhase, type Phase, type PhaseEvent } from './phases.ts';
import type { Transport } from './transport.ts';

const revision = '2025-11-25';

/** What is written down when a connection ends. */
export interface ClosingRecord {
  readonly event: 'closed';
  /** The methods of the requests that nobody will answer any more. */
  readonly unfinished: readonly string[];
}

export interface ClientOptions {
  readonly transport: Transport;
  readonly clock?: Clock;
  /** Where the end of the connection is written down. */
  readonly audit: (record: ClosingRecord) => void | Promise<void>;
}

/**
 * One connection to one server, from its first word to its last. It knows nothing of consent, and nothing of what the server
 * allows. Grown up: packages/extensions/src/mcp-client.ts
 */
export class Client {
  readonly #peer: Peer;
  #phase: Phase = 'idle';
  #offered: Params = {};

  constructor(options: ClientOptions) {
    this.#peer = openPeer(options);
  }

  get phase(): Phase {
    return this.#phase;
  }

  /**
   * Version, capabilities, then operation. A handshake that fails closes the connection.
   *
   * @throws LessonError `WRONG_PHASE`, `UNSUPPORTED_VERSION`, and what a request fails with
   */
  async initialize(): Promise<void> {
    this.#advance('start');
    try {
      const clientInfo = { name: 'lab-32', version: '0.0.0' };
      const answer = await this.#peer.request('initialize', {
        protocolVersion: revision,
        capabilities: {},
        clientInfo,
      });
      const { protocolVersion, capabilities } = isObject(answer) ? answer : {};
      if (protocolVersion !== revision) {
        throw new LessonError('UNSUPPORTED_VERSION', `we speak ${revision}, the server ${String(protocolVersion)}`);
      }
      this.#advance('version-agreed');
      this.#offered = isObject(capabilities) ? capabilities : {};
      this.#peer.notify('notifications/initialized');
      this.#advance('capabilities-agreed');
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /**
   * @throws LessonError `WRONG_PHASE`, `CAPABILITY_MISSING` (nothing was sent), and what a request fails with
   */
  async callTool(name: string, args: Params): Promise<unknown> {
    this.#advance('call');
    if (!('tools' in this.#offered)) throw new LessonError('CAPABILITY_MISSING', 'the server offers no tools');
    return this.#peer.request('tools/call', { name, arguments: args });
  }

  /**
   * The orderly end: no new work, what waits is settled, the record is written, the transport is given back. Once.
   *
   * TODO(TODO_CLOSE): write it. `ClosingRecord` says what is written down; what comes before what, and what if it fails?
   */
  async close(): Promise<void> {
    throw new NotImplementedError('TODO_CLOSE', [
      '有序地结束：不接新活，了结在等的，写下记录，归还资源，各一次',
      'Write the orderly end: no new work, settle what waits, write the record, give back; each once',
    ]);
  }

  #advance(event: PhaseEvent): void {
    this.#phase = nextPhase(this.#phase, event);
  }
}

export function openClient(options: ClientOptions): Client {
  return new Client(options);
}
