import { isObject } from '../calculator/client/message.ts';
import { shortened } from '../support/text.ts';
import type { Direction } from '../support/trace.ts';
import type { Entry } from './record.ts';

/** What is said for what. */
export const steps = ['begin', 'list', 'sum', 'division', 'back', 'gone'] as const;
export type Step = (typeof steps)[number];

/** Something that passed. */
export interface Passage {
  readonly step: Step;
  /** `closed`: the client has closed the connection. */
  readonly direction: Direction | 'closed';
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly lines: readonly string[];
}

/** More of one message than this says nothing new. */
const MAX_CHARACTERS = 420;

/** Of every request: they are shown with the first. */
const always = ['Host', 'Authorization', 'Content-Type', 'Accept', 'MCP-Protocol-Version'] as const;
const ofMessages = ['Mcp-Method', 'Mcp-Name'] as const;

/** What a server wrote down, as it is to be shown. */
export function passages(record: readonly Entry[], cut: (count: number) => string): Passage[] {
  const stepsByRequest = new Map<number, Step>();
  /** How streams begin: shown with their first event. */
  const heads = new Map<number, string>();
  let step: Step = 'begin';
  return record.flatMap((entry): Passage[] => {
    const { atMs } = entry;
    switch (entry.kind) {
      case 'received':
        step = stepOf(entry.line) ?? step;
        return [{ step, atMs, direction: 'sent', lines: [lightened(entry.line, step, cut)] }];
      case 'sent':
        return [{ step, atMs, direction: 'received', lines: [lightened(entry.line, step, cut)] }];
      case 'request': {
        step = stepOf(entry.body) ?? step;
        stepsByRequest.set(entry.request, step);
        const names = entry.request === 1 ? [...always, ...ofMessages] : ofMessages;
        const headers = names.flatMap((name) => {
          const value = entry.headers[name.toLowerCase()];
          return value === undefined ? [] : [`${name}: ${value}`];
        });
        const lines = [`POST ${entry.path}`, ...headers, lightened(entry.body, step, cut)];
        return [{ step, atMs, direction: 'sent', lines }];
      }
      case 'head': {
        const own = stepsByRequest.get(entry.request) ?? step;
        const head = `${entry.status} ${entry.type}`;
        if (entry.body !== undefined) {
          return [{ step: own, atMs, direction: 'received', lines: [head, lightened(entry.body, own, cut)] }];
        }
        heads.set(entry.request, head);
        return [];
      }
      case 'event': {
        const own = stepsByRequest.get(entry.request) ?? step;
        const head = heads.get(entry.request);
        heads.delete(entry.request);
        const event = ['event: message', `data: ${lightened(entry.data, own, cut)}`];
        const lines = head === undefined ? event : [head, ...event];
        return [{ step: own, atMs, direction: 'received', lines }];
      }
      case 'closed':
        return [{ step: stepsByRequest.get(entry.request) ?? step, atMs, direction: 'closed', lines: [] }];
      default:
        return entry satisfies never;
    }
  });
}

/** The requests of a client, each as it came: a line over stdio, a body over HTTP. */
export function requestsIn(record: readonly Entry[]): string[] {
  return record.flatMap((entry) => {
    if (entry.kind === 'request') return [entry.body];
    return entry.kind === 'received' && 'id' in (JSON.parse(entry.line) as object) ? [entry.line] : [];
  });
}

/** The methods that a client asked for. */
export function methodsIn(record: readonly Entry[]): string[] {
  return requestsIn(record).map((text) => (JSON.parse(text) as { method: string }).method);
}

/** Undefined: it belongs to what was before. */
function stepOf(text: string): Step | undefined {
  const { method, params } = JSON.parse(text) as {
    method?: string;
    params?: { name?: string; arguments?: { op?: string } };
  };
  if (method === 'server/discover') return 'begin';
  if (method === 'tools/list') return 'list';
  if (method !== 'tools/call') return undefined;
  if (params?.name === 'wait') return 'back';
  if (params?.name === 'exit') return 'gone';
  return params?.arguments?.op === 'div' ? 'division' : 'sum';
}

const prefix = 'io.modelcontextprotocol/';

/** Behind the first step without what every message says anew in `_meta`. */
function lightened(text: string, step: Step, cut: (count: number) => string): string {
  const left =
    step === 'begin'
      ? text
      : JSON.stringify(JSON.parse(text), (name, value: unknown) => {
          if (name !== '_meta' || !isObject(value)) return value;
          return {
            '…': '…',
            ...Object.fromEntries(Object.entries(value).filter(([member]) => !member.startsWith(prefix))),
          };
        });
  return shortened(left.replaceAll('"…":"…"', '…').replaceAll(prefix, '…/'), MAX_CHARACTERS, cut);
}
