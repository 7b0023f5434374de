import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultRestartPolicy as policy, type FailureKind } from '../../src/manager/restart-policy.ts';
import type { ServerEffect, ServerEvent, ServerSlot } from '../../src/manager/server-state.ts';
import { newSlot, step } from '../../src/manager/server-transitions.ts';

/** What may happen; `age` says of how many lives ago a message is. */
interface Happening {
  readonly type: ServerEvent['type'];
  readonly age: number;
  readonly afterMs: number;
  readonly kind: FailureKind;
  readonly why: 'idle' | 'user' | 'rotation';
  readonly yes: boolean;
}

const types: readonly ServerEvent['type'][] = [
  'wanted',
  'withdrawn',
  'started',
  'failed',
  'found-quarantined',
  'answered',
  'stop',
  'gone',
  'timer',
  'identified',
  'cleared',
  'shutdown',
];
/** Without these nothing comes to anything. */
const frequent: readonly ServerEvent['type'][] = ['wanted', 'started', 'failed', 'failed', 'gone', 'gone'];

const happening: fc.Arbitrary<Happening> = fc.record({
  type: fc.constantFrom(...types, ...frequent),
  age: fc.constantFrom(0, 0, 0, 1, 2),
  afterMs: fc.constantFrom(0, 1, 600, 5_000, 70_000),
  kind: fc.constantFrom<FailureKind>('crash', 'crash', 'crash', 'setup', 'exhausted', 'gate', 'deliberate'),
  why: fc.constantFrom('idle', 'user', 'rotation'),
  yes: fc.boolean(),
});

const failure = { code: 'MCP_PROCESS_EXIT', message: 'it exits' } as const;

/** A server with processes as they really are: one is there from its start until it was closed and is gone. */
class World {
  slot: ServerSlot = newSlot(true);
  now = 0;
  readonly alive = new Set<number>();
  readonly closing = new Set<number>();
  isShut = false;

  happen({ type, age, afterMs, kind, why, yes }: Happening): void {
    this.now += afterMs;
    const generation = this.slot.generation - age;
    // Only what was closed comes to be gone.
    if (type === 'gone' && age === 0 && !this.closing.has(generation)) return;
    const event = this.#event(type, { generation, kind, why, yes });
    const before = this.slot;
    const { slot, effects } = step(before, event, policy);
    if (type === 'gone') this.alive.delete(generation);
    this.slot = slot;
    if (type === 'shutdown') this.isShut = true;
    for (const effect of effects) this.#do(effect, before, event);
    this.#check();
  }

  #event(
    type: ServerEvent['type'],
    { generation, kind, why, yes }: { generation: number; kind: FailureKind; why: Happening['why']; yes: boolean },
  ): ServerEvent {
    const { now } = this;
    switch (type) {
      case 'wanted':
        return { type, now };
      case 'started':
        return { type, generation, now, identity: 'abc' };
      case 'failed':
        return { type, generation, now, kind, failure, identity: 'abc', random: 0.5 };
      case 'found-quarantined':
        return { type, generation, entry: { identity: 'abc', cause: 'it exits', failures: 5 } };
      case 'answered':
      case 'timer':
        return { type, generation };
      case 'stop':
        return { type, why, now };
      case 'gone':
        return { type, generation, isKept: yes, now };
      case 'identified':
        return { type, isQuarantined: yes };
      case 'withdrawn':
      case 'cleared':
      case 'shutdown':
        return { type };
      default:
        return type satisfies never;
    }
  }

  #do(effect: ServerEffect, before: ServerSlot, event: ServerEvent): void {
    if (effect.type === 'close') this.closing.add(effect.generation);
    if (effect.type === 'quarantine') expect(this.slot.state).toMatchObject({ next: { name: 'quarantined' } });
    if (effect.type !== 'start') return;
    expect(this.isShut).toBe(false);
    expect(effect.generation).toBe(before.generation + 1);
    if (before.state.name === 'quarantined') expect(event).toEqual({ type: 'identified', isQuarantined: false });
    this.alive.add(effect.generation);
  }

  #check(): void {
    const { state, history, generation } = this.slot;
    expect(this.alive.size).toBeLessThanOrEqual(1);
    const runs = state.name === 'starting' || state.name === 'ready' || state.name === 'stopping';
    expect([...this.alive]).toEqual(runs ? [generation] : []);
    const counted = history.crashes.filter((at) => this.now - at < policy.windowMs).length;
    const isGivenUp = state.name === 'quarantined' || (state.name === 'stopping' && state.next.name === 'quarantined');
    if (!isGivenUp && !this.isShut) expect(counted).toBeLessThan(policy.maxCrashes);
    expect(history.crashes.length).toBeLessThanOrEqual(history.inRow);
    if (this.isShut) expect(['stopping', 'disabled']).toContain(state.name);
  }
}

test('whatever happens in whatever order: one process at most, none in quarantine, none after the end, and right counters', () => {
  fc.assert(
    fc.property(fc.array(happening, { minLength: 1, maxLength: 60 }), (happenings) => {
      const world = new World();
      for (const one of happenings) world.happen(one);
    }),
    { numRuns: 500 },
  );
});

test('whoever waits is always told: ready, or why not, or a start is under way', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      const world = new World();
      for (const one of happenings) world.happen(one);
      const { slot, effects } = step(world.slot, { type: 'wanted', now: world.now }, policy);
      const isTold = effects.some(({ type }) => type === 'refuse' || type === 'start' || type === 'identify');
      const { state } = slot;
      const isOnItsWay =
        state.name === 'starting' ||
        state.name === 'ready' ||
        (state.name === 'backoff' && state.isArmed) ||
        (state.name === 'stopping' &&
          ((state.next.name === 'stopped' && state.next.startsAgain) ||
            (state.next.name === 'backoff' && state.next.isArmed)));
      expect(isTold || isOnItsWay).toBe(true);
    }),
    { numRuns: 300 },
  );
});
