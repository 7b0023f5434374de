import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FixtureOptions } from './fixture-options.ts';
import { JournalReader, type JournalEntry, type WireMessage } from './journal.ts';

/** A fixture server that a test may start, as often as it likes, and what the started servers wrote down. */
export interface FixtureServer {
  /** The program to start: this Node. */
  readonly executable: string;
  /** Its arguments. Everything the server must know is in them, nothing in the environment. */
  readonly args: string[];
  /** The journal: one JSON object a line, appended by the server as things happen. */
  readonly journalFile: string;
  /** Entries so far, oldest first; empty when no server ever started. */
  journal(): JournalEntry[];
  /** Messages that the server received, in order; with a method, only those. */
  received(method?: string): WireMessage[];
  /** Process ids of all servers started with these arguments and of their grandchildren. */
  pids(): number[];
  /**
   * Waits for an entry, past or future. Rejects after `deadlineMs` (default 5000), naming `what` was waited for and
   * what came instead.
   */
  waitFor(
    match: (entry: JournalEntry) => boolean,
    options?: { deadlineMs?: number; what?: string },
  ): Promise<JournalEntry>;
  /** Lets a `slow-reader` that was told to `hold` go on reading. */
  release(): void;
  /** Removes the journal. Servers are not stopped: closing them is what the client under test is for. */
  dispose(): void;
}

const serverFile = fileURLToPath(new URL('server/server.mjs', import.meta.url));

/**
 * Prepares a fixture server: makes its journal folder, starts nothing. The caller owns the folder and gives it back
 * with `dispose()`.
 */
export function fixtureServer(options: FixtureOptions = {}): FixtureServer {
  const { journalDirectory = tmpdir(), ...serverOptions } = options;
  const folder = mkdtempSync(join(journalDirectory, 'fixture-server-'));
  const journalFile = join(folder, 'journal.jsonl');
  const reader = new JournalReader(journalFile);
  return {
    executable: process.execPath,
    args: [serverFile, ...toArguments({ ...serverOptions, journal: journalFile })],
    journalFile,
    journal: () => reader.entries(),
    received: (method) => receivedMessages(reader.entries(), method),
    pids: () => reader.entries().flatMap((entry) => ('pid' in entry ? [entry.pid] : [])),
    waitFor: (match, waiting = {}) => waitForEntry(reader, match, waiting),
    release: () => writeFileSync(`${journalFile}.release`, ''),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** `{ selfKillMs: 5 }` becomes `--self-kill-ms=5`. */
function toArguments(options: Record<string, string | number | boolean | undefined>): string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=${value}`],
  );
}

function receivedMessages(entries: JournalEntry[], method: string | undefined): WireMessage[] {
  return entries.flatMap((entry) =>
    entry.event === 'received' && (method === undefined || entry.message.method === method) ? [entry.message] : [],
  );
}

async function waitForEntry(
  reader: JournalReader,
  match: (entry: JournalEntry) => boolean,
  { deadlineMs = 5000, what = 'an entry in the journal' }: { deadlineMs?: number; what?: string },
): Promise<JournalEntry> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const entries = reader.entries();
    const found = entries.find(match);
    if (found !== undefined) return found;
    if (performance.now() > deadline) {
      const events = entries
        .map((entry) => (entry.event === 'received' ? entry.message.method : entry.event))
        .slice(-20);
      throw new Error(
        `${what}: not seen within ${deadlineMs} ms; the journal ends with: ${events.join(', ') || 'nothing'}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
