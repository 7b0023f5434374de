import { openSync, writeSync } from 'node:fs';

/** @import { JournalEvent } from '../journal.ts' */

/**
 * Opens a journal for appending. Each entry is one `write` on a descriptor in append mode, finished before the call
 * returns: it survives whatever happens to the process next, and several processes may share the file.
 *
 * @param {string | undefined} file without one, entries go nowhere
 * @returns {(event: JournalEvent) => void}
 */
export function openJournal(file) {
  if (file === undefined) return () => {};
  const fd = openSync(file, 'a');
  return (event) => {
    writeSync(fd, `${JSON.stringify({ ...event, by: process.pid, atMs: Date.now() })}\n`);
  };
}
