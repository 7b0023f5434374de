import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unwatchAbort, watchAbort, type AbortListener } from '../../src/base/abort-watch.ts';

/** Numbers of listeners: each comes when it is not there, and leaves when it is. */
const visits = fc.array(fc.nat({ max: 20 }), { maxLength: 300 });

test('C-13: whoever waits hears of the abort once, whoever has left does not, and one listener is all the signal has', () => {
  fc.assert(
    fc.property(visits, (given) => {
      const controller = new AbortController();
      const { signal } = controller;
      const heard: number[] = [];
      const listeners = Array.from({ length: 21 }, (_, index): AbortListener => ({
        place: -1,
        onAbort: () => heard.push(index),
      }));
      const waiting = new Set<number>();
      for (const index of given) {
        const listener = listeners[index] as AbortListener;
        if (waiting.delete(index)) unwatchAbort(signal, listener);
        else {
          waiting.add(index);
          watchAbort(signal, listener);
        }
        expect(getEventListeners(signal, 'abort')).toHaveLength(waiting.size === 0 ? 0 : 1);
      }
      controller.abort('enough');
      for (const listener of listeners) unwatchAbort(signal, listener); // too late, and harmless
      expect(heard.toSorted((a, b) => a - b)).toEqual([...waiting].toSorted((a, b) => a - b));
      expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    }),
    { numRuns: 200 },
  );
});
