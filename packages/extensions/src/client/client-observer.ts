import { guarded } from '../base/guarded.ts';
import type { Clock } from '../base/clock.ts';
import type { ErrorCode } from '../errors.ts';
import type { Handshake } from '../protocol/handshake.ts';
import type { Diagnostic } from '../rpc/diagnostic.ts';
import type { PeerObserver, RefusedRequest } from '../rpc/peer-observer.ts';
import { notNeeded, type PendingRequest, type Settlement } from '../rpc/pending-request.ts';
import type { CloseReport } from '../rpc/transport.ts';
import type { ClientListener, EventOrigin, McpClientEvent, RequestEnd } from './client-event.ts';
import type { ClientState } from './client-state.ts';
import { toldName } from './told-name.ts';

/** Names of capabilities that are told. */
const maxCapabilities = 32;

/** Turns what happens in a client into events for the host. There is one only where the host listens. */
export class ClientObserver implements PeerObserver {
  readonly #clock: Clock;
  readonly #onEvent: ClientListener;
  readonly #origin: EventOrigin;

  constructor(onEvent: ClientListener, origin: EventOrigin, clock: Clock) {
    this.#onEvent = onEvent;
    this.#origin = origin;
    this.#clock = clock;
  }

  tell(event: McpClientEvent): void {
    guarded(() => this.#onEvent(event, this.#origin));
  }

  state(state: ClientState): void {
    const { name } = state;
    this.tell(
      'reason' in state ? { type: 'state', state: name, code: state.reason.code } : { type: 'state', state: name },
    );
  }

  handshake({ era, protocolVersion, serverInfo, capabilities }: Handshake): void {
    const { name, version } = serverInfo;
    this.tell({
      type: 'handshake',
      era,
      protocolVersion,
      serverInfo: { name: toldName(name), version: toldName(version) },
      capabilities: Object.keys(capabilities).slice(0, maxCapabilities).map(toldName),
    });
  }

  diagnostic({ kind, message }: Diagnostic): void {
    this.tell({ type: 'diagnostic', kind, message });
  }

  gone({ survivors, killed = false }: CloseReport): void {
    this.tell({ type: 'gone', survivors: survivors.length, killed });
  }

  requested({ id, method, about }: PendingRequest, bytes: number, runId: string | undefined): void {
    // Written out: a spread takes longer than the rest, and this is told for every call.
    if (runId !== undefined)
      this.tell({ type: 'request', id, method, ...toolOf(about), runId: toldName(runId), bytes });
    else if (about === undefined) this.tell({ type: 'request', id, method, bytes });
    else this.tell({ type: 'request', id, method, tool: toldName(about), bytes });
  }

  sent({ id }: PendingRequest): void {
    this.tell({ type: 'request-sent', id });
  }

  settled({ id, method, about, startedAt, signal }: PendingRequest, settlement: Settlement): void {
    const durationMs = this.#clock.now() - startedAt;
    if ('failure' in settlement) {
      const { code, remoteCode } = settlement.failure;
      const end = ends[code] ?? 'failed';
      const isUnneeded = end === 'aborted' && signal?.reason === notNeeded;
      const more = { ...(remoteCode === undefined ? {} : { remoteCode }), ...(isUnneeded ? { isUnneeded } : {}) };
      const failed = { end, code, ...more };
      this.tell({ type: 'request-settled', id, method, ...toolOf(about), durationMs, ...failed });
      return;
    }
    const { bytes, result } = settlement;
    const end = 'fulfilled';
    if (about === undefined) this.tell({ type: 'request-settled', id, method, end, durationMs, bytes });
    else if (result['isError'] === true)
      this.tell({ type: 'request-settled', id, method, tool: toldName(about), end, durationMs, bytes, isError: true });
    else this.tell({ type: 'request-settled', id, method, tool: toldName(about), end, durationMs, bytes });
  }

  refused({ method, about, runId }: RefusedRequest, code: ErrorCode): void {
    const run = runId === undefined ? {} : { runId: toldName(runId) };
    this.tell({ type: 'request-refused', method, ...toolOf(about), ...run, code });
  }

  progressed(id: number): void {
    this.tell({ type: 'progress', id });
  }

  strayAnswer(id: number, isLate: boolean): void {
    this.tell({ type: 'stray-answer', id, isLate });
  }

  notificationSent(method: string, bytes: number): void {
    this.tell({ type: 'notification-sent', method, bytes });
  }

  unasked(kind: 'notification' | 'request', method: string, bytes: number): void {
    const type = kind === 'request' ? 'server-request' : 'notification-received';
    this.tell({ type, method: toldName(method), bytes });
  }
}

function toolOf(about: string | undefined): { readonly tool?: string } {
  return about === undefined ? {} : { tool: toldName(about) };
}

/** Ends that are none of these are failures of the connection, or of what came over it. */
const ends: Partial<Record<ErrorCode, RequestEnd>> = {
  MCP_ERROR: 'refused',
  MCP_TIMEOUT: 'timed-out',
  MCP_ABORTED: 'aborted',
};
