import { defined } from '../base/defined.ts';
import type { RequestOutcome } from '../errors.ts';
import { readMember } from './read-member.ts';

/** What was read of a thrown value. Texts are as they were: not bounded, not redacted. */
export interface Thrown {
  /** Its own code; else the name of its class; else `UNKNOWN`. */
  readonly code: string;
  readonly message: string;
  readonly serverName?: string;
  readonly method?: string;
  readonly requestId?: number;
  readonly outcome?: RequestOutcome;
  readonly timeout?: 'idle' | 'total';
  readonly timeoutMs?: number;
  readonly remoteCode?: number;
  readonly httpStatus?: number;
  readonly exitCode?: number | null;
  readonly signal?: string | null;
  readonly errno?: string;
  readonly stderrTail?: string;
  readonly stderrTruncated?: boolean;
}

/** Errors that are looked at: the thrown one, its cause, the cause of that. */
const maxChain = 6;

/**
 * A thrown value and its causes, the outermost first; never empty. It may be anything: no error at all, a Proxy, an object
 * with getters that throw, one that is its own cause. Each member is read once, so that what was checked is what is used.
 */
export function thrownChain(value: unknown): readonly [Thrown, ...Thrown[]] {
  const seen = new Set<unknown>([value]);
  const causes: Thrown[] = [];
  for (let next = causeOf(value); next !== undefined && !seen.has(next); next = causeOf(next)) {
    if (causes.length === maxChain - 1) break;
    seen.add(next);
    causes.push(thrown(next));
  }
  return [thrown(value), ...causes];
}

/** Of several errors at once (`AggregateError`) the first stands for all. */
function causeOf(value: unknown): unknown {
  return readMember(value, 'cause') ?? readMember(readMember(value, 'errors'), '0');
}

function thrown(value: unknown): Thrown {
  const code = codeOf(value);
  const systemCode = /^E[A-Z0-9]{2,20}$/.test(code) ? code : undefined;
  return {
    code,
    message: code === toolFailed ? toolFailedWords : messageOf(value),
    ...defined({
      serverName: text(value, 'serverName'),
      method: text(value, 'method'),
      requestId: finite(value, 'requestId'),
      outcome: oneOf(value, 'outcome', ['not-sent', 'unknown'] as const),
      timeout: oneOf(value, 'timeout', ['idle', 'total'] as const),
      timeoutMs: finite(value, 'timeoutMs'),
      remoteCode: finite(value, 'remoteCode'),
      httpStatus: finite(value, 'httpStatus'),
      exitCode: finiteOrNull(value, 'exitCode'),
      signal: signalOf(value),
      errno: matching(value, 'errno', codePattern) ?? systemCode,
      stderrTail: text(value, 'stderrTail'),
      stderrTruncated: readMember(value, 'stderrTruncated') === true ? true : undefined,
    }),
  };
}

/** A tool that ran and says that it failed. Its words are a result, and results are in no report. */
const toolFailed = 'TOOL_FAILED';
const toolFailedWords = 'the tool ran and says that it failed; what it said is a result, and left out';

/** As our errors have it, and those of Node and of the system. */
const codePattern = /^[A-Z][A-Z0-9_]{1,63}$/;

function codeOf(value: unknown): string {
  const name = matching(value, 'name', /^[A-Za-z]\w{0,63}$/);
  // By its brand: two copies of the library may have been installed.
  if (name === 'ToolFailedError') return toolFailed;
  return matching(value, 'code', codePattern) ?? name ?? 'UNKNOWN';
}

function messageOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const message = text(value, 'message');
  if (message !== undefined) return message;
  if (value === null) return 'null was thrown';
  if (typeof value === 'object') return 'an object without a message was thrown';
  if (value === undefined || typeof value === 'boolean' || typeof value === 'number') return `${value} was thrown`;
  // It may have a million digits, or lines.
  return `a ${typeof value} was thrown`;
}

function text(value: unknown, key: string): string | undefined {
  const member = readMember(value, key);
  return typeof member === 'string' ? member : undefined;
}

function matching(value: unknown, key: string, pattern: RegExp): string | undefined {
  const member = text(value, key);
  return member !== undefined && pattern.test(member) ? member : undefined;
}

function finite(value: unknown, key: string): number | undefined {
  const member = readMember(value, key);
  return typeof member === 'number' && Number.isFinite(member) ? member : undefined;
}

function finiteOrNull(value: unknown, key: string): number | null | undefined {
  return readMember(value, key) === null ? null : finite(value, key);
}

function signalOf(value: unknown): string | null | undefined {
  return readMember(value, 'signal') === null ? null : matching(value, 'signal', /^SIG[A-Z0-9]{1,12}$/);
}

function oneOf<T extends string>(value: unknown, key: string, known: readonly T[]): T | undefined {
  const member = readMember(value, key);
  return known.find((one) => one === member);
}
