import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdTable } from '../../src/rpc/id-table.ts';

/** Ids as they come (mostly growing), and now and then one from anywhere. */
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant({ kind: 'add' as const }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('jump' as const), by: fc.integer({ min: 1, max: 2 ** 40 }) }),
    },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('miss' as const), id: fc.nat() }) },
  ),
  { maxLength: 600, size: 'max' },
);

test('C-12: the table of requests is a map: what was added is found until it is taken out, and nothing else is', () => {
  fc.assert(
    fc.property(steps, (given) => {
      const table = new IdTable<{ readonly id: number }>();
      const model = new Map<number, { readonly id: number }>();
      let next = 1;
      for (const step of given) {
        if (step.kind === 'add' || step.kind === 'jump') {
          next += step.kind === 'jump' ? step.by : 1;
          const value = { id: next };
          table.add(value);
          model.set(next, value);
        } else if (step.kind === 'delete') {
          const id = [...model.keys()].at(step.which % Math.max(1, model.size)) ?? 0;
          expect(table.delete(id)).toBe(model.delete(id));
        } else {
          expect(table.get(step.id)).toBe(model.get(step.id));
        }
        expect(table.size).toBe(model.size);
      }
      for (const [id, value] of model) expect(table.get(id)).toBe(value);
      expect(new Set(table.values())).toEqual(new Set(model.values()));
      for (const id of model.keys()) expect(table.delete(id)).toBe(true);
      expect([table.size, table.values()]).toEqual([0, []]);
    }),
    { numRuns: 40 },
  );
});

test('C-12: a hundred thousand that wait at once, each taken out, the youngest first', () => {
  const table = new IdTable<{ readonly id: number }>();
  for (let id = 1; id <= 100_000; id += 1) table.add({ id });
  for (let id = 100_000; id >= 1; id -= 1) {
    if (table.get(id)?.id !== id || !table.delete(id) || table.get(id) !== undefined) throw new Error(`${id} is lost`);
  }
  expect(table.size).toBe(0);
});
