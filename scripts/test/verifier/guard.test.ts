import { expect, test } from 'vitest';
import { chooseGuard, type GuardAbilities } from '../../lesson/process/guard.ts';

const all: GuardAbilities = { platform: 'linux', pidNamespace: true, userPidNamespace: true, parentDeathSignal: true };

// V-06: the strongest method that is to be had; a weaker one is named and never passes for complete.
test.for([
  [all, 'pid-namespace', true],
  [{ ...all, pidNamespace: false }, 'user-pid-namespace', true],
  [{ ...all, pidNamespace: false, userPidNamespace: false }, 'marker', false],
  [{ ...all, platform: 'darwin' }, 'parent-chain', false],
  [{ ...all, platform: 'freebsd' }, 'parent-chain', false],
  [{ ...all, platform: 'win32' }, 'parent-chain', false],
] as const)('%o uses %s', ([abilities, method, complete]) => {
  expect(chooseGuard(abilities)).toMatchObject({ method, complete });
});

test('the weaker method can be asked for, and says that it is weaker', () => {
  const weaker = { method: 'marker', complete: false, wrapper: [], endsWithVerifier: false };
  expect(chooseGuard(all, 'marker')).toEqual(weaker);
});

test('a run ends with its verifier where the platform can promise it', () => {
  expect(chooseGuard(all).wrapper.slice(0, 3)).toEqual(['setpriv', '--pdeathsig', 'SIGKILL']);
  expect(chooseGuard(all).endsWithVerifier).toBe(true);
  expect(chooseGuard({ ...all, parentDeathSignal: false }).wrapper[0]).toBe('unshare');
  expect(chooseGuard({ ...all, parentDeathSignal: false }).endsWithVerifier).toBe(false);
});
