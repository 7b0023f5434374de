import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { inTime, sendSignal, type Birth, type ProcessEntry, type ProcessSystem } from './process-system.ts';

/** Rows read in one turn of the event loop: about a millisecond. */
const rowsPerTurn = 64;

/** A read of another process's memory waits for that process's lock, and for a thread: either may be held for ever. */
const memoryReadMs = 100;

/** So many births are looked at, the last ones: about 50 µs each. */
const maxBirths = 64;

/**
 * The process table of Linux. `stat` comes from the kernel's own books and is read in place (about 10 µs); `environ` and
 * `cmdline` are memory of the other process, which may be stuck, and are read by a thread, with a deadline.
 */
export const linuxProcesses: ProcessSystem = {
  async table() {
    const pids = listPids();
    if (pids === undefined) return undefined;
    const rows: ProcessEntry[] = [];
    for (const [index, pid] of pids.entries()) {
      if (index % rowsPerTurn === rowsPerTurn - 1) await setImmediate();
      const row = readRow(pid);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  },
  births: { count: lastPid, since: birthsSince },
  entries: (pids) => Promise.resolve(pids.flatMap((pid) => readRow(pid) ?? [])),
  mayPrecede: (earlier, later) => Number(earlier) <= Number(later),
  async hasVariable(pid, name, value) {
    return isCarried(await readMemory(`/proc/${pid}/environ`), name, value);
  },
  signal: sendSignal,
  async describe(pid) {
    const words = (await readMemory(`/proc/${pid}/cmdline`)).split('\0').join(' ').trim();
    return { pid, command: words === '' ? '(unknown)' : words };
  },
  pollMs: 10,
};

/** When a process began; undefined when there is none, or no `/proc`. */
export function linuxStart(pid: number): string | undefined {
  return readRow(pid)?.start;
}

/**
 * Reads `/proc/<pid>/stat`: `pid (name) state ppid pgrp session …`, the start is the 22nd field. The name is chosen by the
 * process and may hold blanks, parentheses and newlines: what counts begins after the last `)`.
 */
export function parseStat(pid: number, stat: string): ProcessEntry | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', ppid, pgid, session] = fields;
  const start = fields[19];
  if (start === undefined || state === '') return undefined;
  return {
    pid,
    ppid: Number(ppid),
    pgid: Number(pgid),
    session: Number(session),
    alive: !'ZXx'.includes(state),
    start,
  };
}

/** The signal that its parent gets at its end, the 38th field: only a thread has none. */
function isThread(stat: string): boolean {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[35] === '-1';
}

function listPids(): number[] | undefined {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid));
  } catch {
    return undefined;
  }
}

/** `leaders`: not of threads, which have numbers and files of this kind, too. */
function readRow(pid: number, leaders: boolean = false): ProcessEntry | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return leaders && isThread(stat) ? undefined : parseStat(pid, stat);
  } catch {
    return undefined; // gone
  }
}

/**
 * Reading a table takes milliseconds, which is as long as a process may live that starts its next one and leaves: by their
 * numbers such are met while they are young. Their memory is read in place, since a thread would come too late: nothing
 * that was started a moment ago has had the time to get stuck.
 */
function birthsSince(from: number, name: string, value: string): Birth[] {
  const births: Birth[] = [];
  const ask = (pid: number): boolean | undefined => isCarried(readInPlace(pid), name, value);
  const meet = (pid: number): void => {
    const entry = readRow(pid, true);
    if (entry !== undefined) births.push({ entry, carries: ask(pid) });
  };
  let at = from;
  for (let last = lastPid() ?? at; at < last && births.length < maxBirths; last = lastPid() ?? at) {
    for (at = Math.max(at, last - maxBirths) + 1; at < last; at += 1) meet(at);
    meet(last);
  }
  // In the middle of an `execve` the environment is empty for a moment.
  return births.map((birth) => (birth.carries === undefined ? { ...birth, carries: ask(birth.entry.pid) } : birth));
}

function readInPlace(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

/** Undefined when there is no environment: gone, another user's, in the middle of an `execve`, or it has none. */
function isCarried(environment: string, name: string, value: string): boolean | undefined {
  return environment === '' ? undefined : environment.split('\0').includes(`${name}=${value}`);
}

/** The last pid that was given to a process or a thread of our namespace; undefined where that is not told. */
function lastPid(): number | undefined {
  try {
    const pid = Number(readFileSync('/proc/loadavg', 'latin1').trim().split(' ').at(-1));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Empty when it cannot be read: gone, another user's, or too slow. */
function readMemory(file: string): Promise<string> {
  return inTime(readFile(file, 'latin1'), memoryReadMs, '');
}
