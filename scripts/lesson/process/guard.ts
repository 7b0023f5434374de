import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { ProcessMethod } from '../evidence.ts';

/** What this machine lets us do; found once, by trying. */
export interface GuardAbilities {
  readonly platform: NodeJS.Platform;
  /** `unshare` can make a PID namespace as the user that we are. */
  readonly pidNamespace: boolean;
  /** … or inside a new user namespace. */
  readonly userPidNamespace: boolean;
  /** `setpriv` can end a run whose verifier was killed. */
  readonly parentDeathSignal: boolean;
}

export interface Guard {
  readonly method: ProcessMethod;
  /** No process can escape it. */
  readonly complete: boolean;
  /** Words to put before the command; empty when the platform offers nothing. */
  readonly wrapper: readonly string[];
  /** The kernel ends the run when the verifier is killed; elsewhere `run-watchdog.ts` does. */
  readonly endsWithVerifier: boolean;
}

/**
 * The strongest way to find left processes that the platform allows without privileges we may not have. A pure table:
 * tested for every platform on any of them.
 *
 * - `pid-namespace`: every process of the run lives in a namespace of its own; none can leave it.
 * - `marker`: an environment variable, plus all descendants seen while it ran; misses a process that changed its
 *   session and cleared its environment between two looks.
 * - `parent-chain`: descendants seen while it ran, where no process may read another's environment (macOS, Windows).
 */
export function chooseGuard(abilities: GuardAbilities, wanted: 'auto' | 'marker' = 'auto'): Guard {
  if (abilities.platform !== 'linux') return weaker('parent-chain');
  if (wanted === 'auto') {
    const deathSignal = abilities.parentDeathSignal ? ['setpriv', '--pdeathsig', 'SIGKILL'] : [];
    const endsWithVerifier = abilities.parentDeathSignal;
    const namespace = ['--pid', '--fork', '--mount-proc', '--kill-child=SIGKILL'];
    if (abilities.pidNamespace) {
      const wrapper = [...deathSignal, 'unshare', ...namespace];
      return { method: 'pid-namespace', complete: true, wrapper, endsWithVerifier };
    }
    if (abilities.userPidNamespace) {
      const wrapper = [...deathSignal, 'unshare', '--user', '--map-root-user', ...namespace];
      return { method: 'user-pid-namespace', complete: true, wrapper, endsWithVerifier };
    }
  }
  return weaker('marker');
}

function weaker(method: ProcessMethod): Guard {
  return { method, complete: false, wrapper: [], endsWithVerifier: false };
}

let found: GuardAbilities | undefined;

/** Tries what `chooseGuard` would use; a few milliseconds, once per process. */
export function findAbilities(): GuardAbilities {
  found ??= {
    platform: process.platform,
    pidNamespace: works('unshare', ['--pid', '--fork', '--mount-proc', '--kill-child=SIGKILL', 'true']),
    userPidNamespace: works('unshare', [
      '--user',
      '--map-root-user',
      '--pid',
      '--fork',
      '--mount-proc',
      '--kill-child=SIGKILL',
      'true',
    ]),
    parentDeathSignal: works('setpriv', ['--pdeathsig', 'SIGKILL', 'true']),
  };
  return found;
}

function works(command: string, args: readonly string[]): boolean {
  if (process.platform !== 'linux' || !existsSync('/proc/self/ns/pid')) return false;
  return spawnSync(command, args, { stdio: 'ignore', timeout: 5000 }).status === 0;
}
