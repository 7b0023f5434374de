import { existsSync, readFileSync } from 'node:fs';

/** What a server wrote down (`server/record.mjs`). Of HTTP, `request` says which request it belongs to. */
export type Entry = { readonly atMs: number } & (
  | { readonly kind: 'received' | 'sent'; readonly line: string }
  | {
      readonly kind: 'request';
      readonly request: number;
      readonly path: string;
      readonly headers: Readonly<Record<string, string | undefined>>;
      readonly body: string;
    }
  | {
      readonly kind: 'head';
      readonly request: number;
      readonly status: number;
      readonly type: string;
      /** Missing for a stream. */
      readonly body?: string;
    }
  | { readonly kind: 'event'; readonly request: number; readonly data: string }
  /** The client has closed the connection before it was answered. */
  | { readonly kind: 'closed'; readonly request: number }
);

export function readRecord(file: string): Entry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  // Behind the last line end there is nothing, or a line that is being written.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Entry);
}

const DEADLINE_MS = 20_000;
const PAUSE_MS = 10;

/** Waits until a server has written that down. */
export async function recorded(file: string, isIt: (entry: Entry) => boolean, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!readRecord(file).some(isIt)) {
    if (signal.aborted) return;
    if (performance.now() > deadline) throw new Error(`the server did not hear of it within ${DEADLINE_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
