import { systemClock, type Clock } from '../base/clock.ts';
import { resolveProtocolOptions, type ClientLimits } from '../client/client-options.ts';
import type { ClientPorts } from '../client/client-ports.ts';
import type { Fault } from './fault.ts';
import { describeFrame } from './frame-facts.ts';
import type { Recording } from './read-recording.ts';
import { withFaults, type FaultyScript } from './replay-faults.ts';
import type { Divergence } from './replay-expectations.ts';
import { scriptsOf } from './replay-script.ts';
import { ReplayTransport } from './replay-transport.ts';

export interface ReplayOptions {
  readonly faults?: readonly Fault[] | undefined;
  /** The client's. Default: the system's, as the client's is. */
  readonly clock?: Clock | undefined;
  /**
   * What becomes of a line of the client that the recording does not have in this place. `strict`: the connection ends.
   * `tolerant`: it stands for the first one like it, or stays without an answer. Default: strict without faults, tolerant
   * with them, since what goes wrong makes a client do something else.
   */
  readonly divergence?: 'strict' | 'tolerant' | undefined;
  /**
   * `none` (default): what the server says comes at once, after the line of the client that it came after. `recorded`: it
   * takes as long as it did, by the clock.
   */
  readonly times?: 'none' | 'recorded' | undefined;
  /** As the client's. Default: the client's defaults. */
  readonly limits?: Partial<Pick<ClientLimits, 'maxLineBytes' | 'maxMessageValues'>> | undefined;
}

/** A recorded server, for one client. */
export interface Replay {
  /** For the ports of the client; each call is the next connection of the recording. */
  readonly connect: ClientPorts['connect'];
  /** What the client sent that the recording does not have in this place. */
  readonly divergences: readonly Divergence[];
  /** What the recording has, in all connections, and the client has not sent so far: for a person. */
  unseen(): string[];
}

/**
 * A server that answers as the one of the recording did: the same lines in the same order, for the ids of now, with what
 * the faults make of them. It starts no process, opens no file, and has no time but the clock's.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`: a fault is none, or chooses a line that is not there
 */
export function replay(recording: Recording, options: ReplayOptions = {}): Replay {
  const { faults = [], clock = systemClock, times = 'none' } = options;
  const { divergence = faults.length === 0 ? 'strict' : 'tolerant' } = options;
  const { maxLineBytes, maxMessageValues } = resolveProtocolOptions({ limits: options.limits }).limits;
  const scripts = withFaults(scriptsOf(recording), faults);
  const divergences: Divergence[] = [];
  const transports: ReplayTransport[] = [];
  const connect: ClientPorts['connect'] = (onProcess) => {
    const connection = transports.length + 1;
    const script = scripts[connection - 1] ?? nothing(scripts.length);
    const transport = new ReplayTransport({
      script,
      connection,
      clock,
      maxLineBytes,
      maxMessageValues,
      isStrict: divergence === 'strict',
      keepsTimes: times === 'recorded',
      onProcess,
      onDivergence: (one) => divergences.push(one),
    });
    transports.push(transport);
    return { transport, lastWords: () => script.lastWords, isHttp: script.isHttp };
  };
  const unseen = (): string[] =>
    scripts
      .flatMap(({ client }, index) => transports[index]?.unseen ?? client)
      .map(({ facts }) => describeFrame(facts));
  return { connect, divergences, unseen };
}

/** The client connects once more than it did. */
function nothing(count: number): FaultyScript {
  const content = { type: 'unknown', why: `the recording has ${count} connections, and this is one more` } as const;
  const server = [{ content, before: undefined, offsetMs: 0 }];
  return { client: [], server, farewell: [], killed: false, lastWords: {}, isHttp: false, effects: new Map() };
}
