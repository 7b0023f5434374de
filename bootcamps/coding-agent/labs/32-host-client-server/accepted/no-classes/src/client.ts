import type { Clock } from './clock.ts';
import { LessonError } from './errors.ts';
import type { Params } from './message.ts';
import { openPeer } from './peer.ts';
import { nextPhase, type Phase } from './phases.ts';
import type { Transport } from './transport.ts';

export interface ClosingRecord {
  readonly event: 'closed';
  readonly unfinished: readonly string[];
}

export interface Client {
  readonly phase: Phase;
  readonly initialize: () => Promise<void>;
  readonly callTool: (name: string, args: Params) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** A closure instead of a class; its end is a chain that is started once. */
export function openClient(options: {
  readonly transport: Transport;
  readonly clock?: Clock;
  readonly audit: (record: ClosingRecord) => void | Promise<void>;
}): Client {
  const peer = openPeer(options);
  let phase: Phase = 'idle';
  let capabilities: Params = {};
  let end: Promise<void> | undefined;

  const close = (): Promise<void> => {
    if (end !== undefined) return end.then(() => {});
    phase = nextPhase(phase, 'close');
    const record: ClosingRecord = { event: 'closed', unfinished: peer.settleAll('closed') };
    end = Promise.resolve(record)
      .then(options.audit)
      .finally(() => {
        options.transport.close();
        phase = nextPhase(phase, 'released');
      });
    return end;
  };

  const shakeHands = async (): Promise<void> => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'closures', version: '1' } };
    const answer = (await peer.request('initialize', params)) as Params;
    if (answer['protocolVersion'] !== params.protocolVersion) {
      const versions = `ours: ${params.protocolVersion}, theirs: ${String(answer['protocolVersion'])}`;
      throw new LessonError('UNSUPPORTED_VERSION', versions);
    }
    phase = nextPhase(phase, 'version-agreed');
    capabilities = (answer['capabilities'] ?? {}) as Params;
    peer.notify('notifications/initialized');
    phase = nextPhase(phase, 'capabilities-agreed');
  };

  return {
    get phase() {
      return phase;
    },
    initialize: async () => {
      phase = nextPhase(phase, 'start');
      await shakeHands().catch(async (error: unknown) => {
        await close();
        throw error;
      });
    },
    callTool: async (name, args) => {
      phase = nextPhase(phase, 'call');
      if (capabilities['tools'] === undefined) throw new LessonError('CAPABILITY_MISSING', 'no tools here');
      return peer.request('tools/call', { name, arguments: args });
    },
    close,
  };
}
