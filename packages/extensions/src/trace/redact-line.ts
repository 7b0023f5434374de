import { redact } from '../base/redact.ts';
import { finished, rewritten, textOf, type Piece } from './rewrite-line.ts';

const removed = '[redacted]';
/** A name that says of its value what it is. */
const sample = 'aaaaaaaa';
/** Of models, which count what they read in tokens. */
const isCount = /tokens$|token[-_]?(?:count|limit|budget|usage)s?$/i;

/**
 * A line as it is, without what looks like a credential and without the given values, wherever they stand: in names and in
 * numbers, too. JSON stays JSON; its length changes. It is a net, not a proof, as `redact` is.
 */
export function* redactedLine(line: string, values: readonly string[]): Generator<void, string> {
  const clean = (text: string): string => redact(text, { values, truncated: false });
  if (isJson(line)) return yield* rewritten(line, (piece) => redactPiece(piece, clean));
  // Anything may stand side by side in it: it is looked through as a text, and once more for what was escaped.
  const escaped = values.map((value) => JSON.stringify(value).slice(1, -1));
  return redact(clean(line), { values: escaped, truncated: false });
}

/** All of it at once. */
export function redactLine(line: string, values: readonly string[]): string {
  return finished(redactedLine(line, values));
}

function redactPiece({ kind, raw, scalar, member }: Piece, clean: (text: string) => string): string {
  if (kind === 'text') return withoutDigits(raw, clean(raw) !== raw);
  if (kind === 'number') {
    const isNamed = scalar === 'free' && !isCount.test(member ?? '') && isNamedSecret(member, raw, clean);
    return withoutDigits(raw, isNamed || clean(raw) !== raw);
  }
  const text = textOf(raw) ?? raw;
  const isSecret = kind === 'value' && scalar === 'free' && text !== '' && isNamedSecret(member, sample, clean);
  if (isSecret) return JSON.stringify(removed);
  const cleaned = clean(text);
  return cleaned === text ? raw : JSON.stringify(cleaned);
}

/** A number keeps its form, and the line its shape. */
function withoutDigits(raw: string, isSecret: boolean): string {
  return isSecret ? raw.replace(/\d/g, '1') : raw;
}

function isNamedSecret(member: string | undefined, value: string, clean: (text: string) => string): boolean {
  if (member === undefined) return false;
  const told = `${member}: ${value}`;
  return clean(told) !== told;
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
