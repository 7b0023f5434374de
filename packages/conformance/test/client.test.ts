import { describe, expect, it } from 'vitest';
import { behaviours } from '../src/client/behaviours.ts';
import { defaultsOf } from '../src/client/defaults.ts';
import { runs } from '../src/runs.ts';

describe('the client under test', () => {
  it('has a behaviour for every scenario that is run, and no other', () => {
    expect(Object.keys(behaviours).toSorted()).toEqual([...new Set(runs.map(({ scenario }) => scenario))].toSorted());
  });

  it('answers a form with the defaults that it has, falsy ones too', () => {
    const properties = {
      name: { type: 'string', default: 'John' },
      age: { type: 'integer', default: 0 },
      agreed: { type: 'boolean', default: false },
      other: { type: 'string' },
    };
    expect(defaultsOf({ type: 'object', properties })).toEqual({ name: 'John', age: 0, agreed: false });
    for (const schema of [undefined, null, 'text', {}, { properties: null }]) expect(defaultsOf(schema)).toEqual({});
  });
});
