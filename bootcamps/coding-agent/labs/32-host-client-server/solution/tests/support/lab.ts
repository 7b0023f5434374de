import { announceSeed, endingsOf, reportEvidence, someText } from '@coding-agent/fixture-servers/lab';
import { expect, type TestContext } from 'vitest';
import { LessonError } from '../../src/errors.ts';
import { openPeer, type Peer } from '../../src/peer.ts';
import { transportPair, type Message, type Transport } from '../../src/transport.ts';
import { fakeClock, turn, type FakeClock } from './fake-clock.ts';

export const { valueOf, errorOf, watch } = endingsOf(LessonError);

/** The first line of each test. */
export function prepare(context: TestContext): void {
  context.onTestFailed(announceSeed);
}

/** One end of a wire without any code of the lesson behind it: what came, and what the test sends. */
export interface RawEnd {
  readonly received: readonly Message[];
  readonly send: (message: Message) => void;
  /** How often this end was told that the connection is closed. */
  readonly closes: () => number;
  /**
   * The id under which the last request for `method` came: what has no id is no request. A call that has failed by then
   * says so itself.
   */
  readonly idOf: (method: string, call: Promise<unknown>) => Promise<number>;
  /** All answers to `id` that have come when everything under way has arrived. */
  readonly answersTo: (id: number) => Promise<readonly Message[]>;
}

export function rawEnd(transport: Transport): RawEnd {
  const received: Message[] = [];
  let closes = 0;
  transport.onMessage((message) => void received.push(message));
  transport.onClose(() => void (closes += 1));
  return {
    received,
    send: transport.send,
    closes: () => closes,
    idOf: async (method, call) => {
      await Promise.race([call, turn()]);
      const message = received.findLast((each) => each['method'] === method);
      if (message === undefined) return expect.fail(`${method}: nothing came over the wire`);
      const id = message['id'];
      expect(id, `${method} on the wire: a request has an id, and what has none is a notification`).toBeTypeOf(
        'number',
      );
      return id as number;
    },
    answersTo: async (id) => {
      await turn();
      return received.filter((each) => each['id'] === id && !('method' in each));
    },
  };
}

/** A peer on a clock that stands still, and the other end of its wire in the hands of the test. */
export async function connect(
  context: TestContext,
): Promise<FakeClock & { readonly peer: Peer; readonly far: RawEnd }> {
  prepare(context);
  const [near, other] = transportPair();
  const time = fakeClock();
  const far = rawEnd(other);
  const peer = openPeer({ transport: near, clock: time.clock });
  peer.notify('notifications/hello', { value: someText() });
  await turn();
  reportEvidence(context, { heard: far.received.length }); // the wire works
  return { ...time, peer, far };
}
