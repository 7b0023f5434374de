import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What happened while a trace was played. */
export type JournalEvent =
  | { readonly event: 'scene'; readonly id: string }
  /** A caller asks; `value` is what its request carries. */
  | { readonly event: 'asked'; readonly caller: string; readonly value: string }
  /** `text`: what it was given, as JSON, cut. */
  | { readonly event: 'given'; readonly caller: string; readonly text: string }
  | { readonly event: 'refused'; readonly caller: string; readonly code: string; readonly message: string }
  /** It was told nothing for as long as anybody would wait. Something may come yet. */
  | { readonly event: 'untold'; readonly caller: string }
  /** A line on the pipes. Without `text` it was too long to be kept. */
  | { readonly event: 'line'; readonly direction: Direction; readonly bytes: number; readonly text?: string }
  /** So many lines more were on the pipes. */
  | { readonly event: 'lines-dropped'; readonly count: number }
  | { readonly event: 'stderr'; readonly bytes: number }
  | { readonly event: 'server-started' }
  | { readonly event: 'stdin-ended' }
  | { readonly event: 'signal'; readonly signal: string }
  | { readonly event: 'server-exited'; readonly exitCode: number | null; readonly signal: string | null }
  /** The play threw, or an error came outside of it. */
  | { readonly event: 'failed'; readonly name: string; readonly message: string }
  | { readonly event: 'ended' };

export type Direction = 'to-server' | 'from-server';

/** `at`: milliseconds since the epoch, with a fraction. */
export type JournalEntry = JournalEvent & { readonly at: number };

/**
 * Writes one event down before it returns. All processes of a play append to one file, each before it goes on; so the order
 * of the lines is the order of cause and effect, whatever their clocks say.
 */
export function appendTo(file: string): (event: JournalEvent) => void {
  return (event) => {
    const at = performance.timeOrigin + performance.now();
    appendFileSync(file, `${JSON.stringify({ ...event, at } satisfies JournalEntry)}\n`);
  };
}

/** The entries in their order; times never go back. A line that its writer did not finish is passed over. */
export function readJournal(file: string): JournalEntry[] {
  if (!existsSync(file)) return [];
  const entries: JournalEntry[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const entry = parse(line);
    if (entry) entries.push({ ...entry, at: Math.max(entry.at, entries.at(-1)?.at ?? 0) });
  }
  return entries;
}

function parse(line: string): JournalEntry | undefined {
  try {
    return JSON.parse(line) as JournalEntry; // our own processes wrote it
  } catch {
    return undefined;
  }
}
