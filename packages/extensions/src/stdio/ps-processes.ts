import { execFile } from 'node:child_process';
import { inTime, sendSignal, type ProcessEntry, type ProcessSystem } from './process-system.ts';

/** A look that takes longer is none: the shutdown has deadlines of its own. */
const lookMs = 400;

/** `ps` is killed after that time; but its end may not be told while somebody holds its pipe, or it is stuck in the kernel. */
const giveUpMs = 450;

/** The time is last: it holds blanks. Its names of days and months are English because `LC_ALL` says so. */
const columns = 'pid=,ppid=,pgid=,stat=,lstart=';

/**
 * The process table of macOS and other systems with `ps`. Start times have a resolution of a second there, and the
 * environment of a process is not read: what left its group *and* lost its parent before closing began is not found.
 * `program`: what is called as `ps`.
 */
export function psProcessesBy(program: string): ProcessSystem {
  const run = (args: readonly string[]): Promise<string | undefined> =>
    inTime(output(program, args), giveUpMs, undefined);
  return {
    async table() {
      const text = await run(['-A', '-o', columns]);
      return text === undefined ? undefined : parsePs(text);
    },
    async entries(pids) {
      if (pids.length === 0) return [];
      // `ps -p` takes no list everywhere, and the whole table costs little more.
      const text = await run(['-A', '-o', columns]);
      return text === undefined ? undefined : parsePs(text).filter(({ pid }) => pids.includes(pid));
    },
    mayPrecede: () => true,
    hasVariable: () => Promise.resolve(false),
    signal: sendSignal,
    async describe(pid) {
      const command = (await run(['-p', String(pid), '-o', 'command=']))?.trim() ?? '';
      return { pid, command: command === '' ? '(unknown)' : command };
    },
    pollMs: 100,
  };
}

/** The one of the system. */
export const psProcesses = psProcessesBy('ps');

/** Reads the output of `ps -A -o pid=,ppid=,pgid=,stat=,lstart=`. */
export function parsePs(text: string): ProcessEntry[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, ppid, pgid, state = '', start] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S.*?)\s*$/.exec(line) ?? [];
    if (pid === undefined || start === undefined) return [];
    const alive = !state.startsWith('Z');
    return [{ pid: Number(pid), ppid: Number(ppid), pgid: Number(pgid), session: Number(pgid), alive, start }];
  });
}

function output(program: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C' };
    const options = { env, timeout: lookMs, killSignal: 'SIGKILL', maxBuffer: 16 * 1024 * 1024 } as const;
    // It may throw (no memory for one more process): then this rejects.
    execFile(program, args, options, (error, stdout) => {
      // `ps -p` of a process that is gone says so by its exit code.
      resolve(error !== null && stdout === '' ? undefined : stdout);
    });
  });
}
