import { endOfString } from '../wire/hidden-answers.ts';
import { free, type MessageRule, type ScalarKind } from './message-rule.ts';
import { messageRule } from './message-rules.ts';

/** One piece of a line that says something. */
export interface Piece {
  /** `text`: not JSON. `key`: the name of a member; `value`: a string. A string may be cut: then it has no end. */
  readonly kind: 'key' | 'value' | 'number' | 'text';
  /** As it stands there, with its quotes. */
  readonly raw: string;
  readonly scalar: ScalarKind;
  readonly words: readonly string[];
  /** The method of the message (or question) that it is part of, where that stands before it. */
  readonly method: string | undefined;
  /** The member whose value it is, or in whose list it stands. */
  readonly member: string | undefined;
}

/** An object or a list that is open where we are. */
interface Level {
  readonly kind: 'object' | 'list';
  readonly rule: MessageRule;
  /** The method that counts for what is in it. */
  method: string | undefined;
  /** Object: the member whose value comes. List: whose list it is. */
  member: string | undefined;
  expectsKey: boolean;
}

const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literal = /(?:true|false|null)(?![^\s,:{}[\]"])/y;
const otherInside = /[^\s,:{}[\]"]+/y;
const otherOutside = /[^\s{[]+/y;
/** A string without anything that is written in another way than it is read. */
// oxlint-disable-next-line no-control-regex -- JSON has none of them in a string
const plain = /^"[^"\\\u0000-\u001f]*"$/;
const empty: readonly string[] = [];

/** A message, or an array of them. */
const outermost = { object: messageRule, list: { items: messageRule } } as const satisfies Record<string, MessageRule>;

/** Pieces after which somebody else may have a turn. */
const piecesAtOnce = 200;

/**
 * A line again, each of its pieces as `rewrite` wants it; null, true and false, braces and spaces stay. It goes by what stands
 * there and not by what should: banners, messages glued together or cut off go through it as any message does, and what is
 * known of a message counts for an object in any of them. Linear in the line; nesting has no limit. A long line is many pieces: whoever
 * goes on with it (`next`) decides when.
 */
export function* rewritten(line: string, rewrite: (piece: Piece) => string): Generator<void, string> {
  const levels: Level[] = [];
  const isValue = isScalar(line);
  const out: string[] = [];
  let at = 0;
  let pieces = 0;

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(line)?.[0];
  };
  const put = (kind: Piece['kind'], raw: string, rule: MessageRule): void => {
    const { method, member } = levels.at(-1) ?? {};
    out.push(rewrite({ kind, raw, scalar: rule.scalar ?? 'free', words: rule.words ?? empty, method, member }));
    at += raw.length;
    pieces += 1;
  };
  const open = (kind: Level['kind']): void => {
    const outer = levels.at(-1);
    const rule = outer === undefined ? outermost[kind] : ruleOfValue(outer);
    levels.push({
      kind,
      rule,
      method: outer?.method,
      member: kind === 'list' ? outer?.member : undefined,
      expectsKey: kind === 'object',
    });
  };
  const close = (kind: Level['kind']): void => {
    if (levels.at(-1)?.kind === kind) levels.pop();
  };
  const next = (level: Level): void => {
    if (level.kind !== 'object') return;
    level.expectsKey = true;
    level.member = undefined;
  };
  const string = (): void => {
    const raw = line.slice(at, endOfString(line, at) + 1);
    const level = levels.at(-1);
    if (level?.kind !== 'object' || !level.expectsKey) {
      const rule = ruleOfValue(level);
      if (rule.scalar === 'method' && level !== undefined) level.method = textOf(raw);
      put('value', raw, rule);
      return;
    }
    level.member = textOf(raw);
    put('key', raw, isKnown(level) ? { scalar: 'word', words: [level.member ?? ''] } : free);
  };

  while (at < line.length) {
    if (pieces >= piecesAtOnce) {
      pieces = 0;
      yield;
    }
    const character = line[at] ?? '';
    const level = levels.at(-1);
    if (character === '{') open('object');
    else if (character === '[') open('list');
    else if (level !== undefined && character === '}') close('object');
    else if (level !== undefined && character === ']') close('list');
    else if (level !== undefined && character === ',') next(level);
    else if (level !== undefined && character === ':') level.expectsKey = false;
    else if (!/\s/.test(character)) {
      const isInside = level !== undefined || isValue;
      if (isInside && character === '"') {
        string();
        continue;
      }
      const numeric = isInside ? take(number) : undefined;
      if (numeric !== undefined) {
        put('number', numeric, ruleOfValue(level));
        continue;
      }
      const constant = isInside ? take(literal) : undefined;
      if (constant === undefined) {
        put('text', take(isInside ? otherInside : otherOutside) ?? character, free);
        continue;
      }
      out.push(constant);
      at += constant.length;
      continue;
    }
    out.push(character);
    at += 1;
  }
  return out.join('');
}

/** All of it at once. */
export function rewriteLine(line: string, rewrite: (piece: Piece) => string): string {
  return finished(rewritten(line, rewrite));
}

/** What comes out in the end. */
export function finished<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** What is known of the value that comes next. */
function ruleOfValue(level: Level | undefined): MessageRule {
  if (level === undefined) return free;
  const { rule, member, method } = level;
  if (level.kind === 'list') return rule.items ?? free;
  if (member === undefined || !isKnown(level)) return rule.others ?? free;
  const known = rule.members?.[member] ?? free;
  return (method !== undefined && Object.hasOwn(known.ofMethod ?? {}, method) && known.ofMethod?.[method]) || known;
}

function isKnown({ rule, member }: Level): boolean {
  return member !== undefined && rule.members !== undefined && Object.hasOwn(rule.members, member);
}

/** What a string says; undefined when it is cut, or no JSON. */
export function textOf(raw: string): string | undefined {
  if (plain.test(raw)) return raw.slice(1, -1);
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The whole line is one value of JSON, and neither an object nor a list. */
function isScalar(line: string): boolean {
  if (!/^\s*["\dtfn-]/.test(line)) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
