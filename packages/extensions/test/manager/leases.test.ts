import { expect, test } from 'vitest';
import { Leases } from '../../src/manager/leases.ts';

function bench(): { readonly leases: Leases; readonly changes: [string, boolean][] } {
  const changes: [string, boolean][] = [];
  const onChange = (server: string, isHeld: boolean): void => void changes.push([server, isHeld]);
  return { leases: new Leases({ wallTime: () => new Date(0), onChange }), changes };
}

test('a server is held from its first lease to its last', () => {
  const { leases, changes } = bench();
  const all = Array.from({ length: 20 }, (_, index) => leases.acquire(`agent ${index}`, ['files']));
  expect(leases.holdersOf('files')).toHaveLength(20);
  for (const lease of all.slice(1)) lease.release();
  expect(leases.isHeld('files')).toBe(true);
  expect(leases.holdersOf('files')).toEqual([{ holder: 'agent 0', since: '1970-01-01T00:00:00.000Z' }]);
  all[0]?.release();
  expect(leases.isHeld('files')).toBe(false);
  expect(changes).toEqual([
    ['files', true],
    ['files', false],
  ]);
});

test('a lease is given back once, however often that is said', () => {
  const { leases, changes } = bench();
  const first = leases.acquire('one', ['files']);
  const second = leases.acquire('two', ['files']);
  first.release();
  first[Symbol.dispose]();
  expect(leases.isHeld('files')).toBe(true);
  second.release();
  expect(changes).toHaveLength(2);
});

test('one holder may hold a server more than once, and several servers with one lease', () => {
  const { leases } = bench();
  const { servers, release } = leases.acquire('one', ['files', 'search', 'files']);
  expect(servers).toEqual(['files', 'search']);
  const again = leases.acquire('one', ['search']);
  release();
  expect([leases.isHeld('files'), leases.isHeld('search')]).toEqual([false, true]);
  again.release();
  expect(leases.isHeld('search')).toBe(false);
});
