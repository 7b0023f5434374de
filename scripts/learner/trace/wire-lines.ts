import type { Direction, JournalEntry } from './journal.ts';

/** One line of the pipes, understood as far as a picture needs it. */
export interface WireLine {
  /** Its place in the journal. */
  readonly index: number;
  readonly at: number;
  readonly direction: Direction;
  readonly bytes: number;
  readonly text: string;
  readonly kind: 'request' | 'response' | 'notification' | 'unreadable';
  readonly id?: number | string;
  readonly method?: string;
  /** Of a tools/call. */
  readonly tool?: string;
  /** The JSON-RPC code of a response that is an error. */
  readonly errorCode?: number;
  readonly result?: Readonly<Record<string, unknown>>;
}

/** The lines of a journal, in their order. */
export function wireLines(entries: readonly JournalEntry[]): WireLine[] {
  return entries.flatMap((entry, index) => (entry.event === 'line' ? [readLine(entry, index)] : []));
}

function readLine({ at, direction, bytes, text = '' }: JournalEntry & { event: 'line' }, index: number): WireLine {
  const line = { index, at, direction, bytes, text };
  const message = parse(text);
  if (!message) return { ...line, kind: 'unreadable' };
  const { id, method, params, result, error } = message;
  const named = typeof id === 'number' || typeof id === 'string' ? { id } : {};
  if (typeof method === 'string') {
    const tool = isObject(params) && typeof params['name'] === 'string' ? { tool: params['name'] } : {};
    return { ...line, ...named, ...tool, method, kind: 'id' in named ? 'request' : 'notification' };
  }
  if (!('id' in named)) return { ...line, kind: 'unreadable' };
  return {
    ...line,
    ...named,
    kind: 'response',
    ...(isObject(result) ? { result } : {}),
    ...(isObject(error) ? { errorCode: Number(error['code']) } : {}),
  };
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
