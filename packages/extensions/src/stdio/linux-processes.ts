import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { sendSignal, type ProcessEntry, type ProcessSystem } from './process-system.ts';

/** Rows read in one turn of the event loop: about a millisecond. */
const rowsPerTurn = 64;

/** A read of another process's memory waits for that process's lock, which may be held for ever. */
const memoryReadMs = 100;

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
  entries: (pids) => Promise.resolve(pids.flatMap((pid) => readRow(pid) ?? [])),
  mayPrecede: (earlier, later) => Number(earlier) <= Number(later),
  async hasVariable(pid, name, value) {
    const environment = await readMemory(`/proc/${pid}/environ`);
    return environment.split('\0').includes(`${name}=${value}`);
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

function listPids(): number[] | undefined {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid));
  } catch {
    return undefined;
  }
}

function readRow(pid: number): ProcessEntry | undefined {
  try {
    return parseStat(pid, readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return undefined; // gone
  }
}

/** Empty when it cannot be read: gone, another user's, or too slow. */
async function readMemory(file: string): Promise<string> {
  try {
    return await readFile(file, { encoding: 'latin1', signal: AbortSignal.timeout(memoryReadMs) });
  } catch {
    return '';
  }
}
