import { redact } from '../base/redact.ts';
import type { Masks } from './masks.ts';
import { namesIn } from './message-rule.ts';
import { isProtocolMethod } from './protocol-methods.ts';
import { finished, rewritten, textOf, type Piece } from './rewrite-line.ts';

const plainName = /^[A-Za-z0-9@][\w.@/:+-]{0,127}$/;
const date = /^\d{4}-\d\d-\d\d$/;
const id = /^-?\d{1,15}$/;
const code = /^-?\d{1,6}$/;
const replacement = '\ufffd';

/** Whether a name looks like one, and not like what it should not show. */
export function isShownName(name: string, secrets: readonly string[] = []): boolean {
  return plainName.test(name) && redact(name, { values: secrets, truncated: false }) === name;
}

/**
 * A line of which only the protocol is left: all that is somebody's own is masked, byte for byte, so that it has its length
 * and still says what kind of message it is. What is no protocol is masked altogether.
 *
 * Numbers keep their form: each digit is a 1. Of text, also of a tool's regular expressions, nothing is left.
 */
export function maskedLine(line: string, masks: Masks, secrets: readonly string[]): Generator<void, string> {
  return rewritten(line, (piece) => (isShown(piece, secrets) ? piece.raw : masked(piece, masks)));
}

/** All of it at once. */
export function maskLine(line: string, masks: Masks, secrets: readonly string[]): string {
  return finished(maskedLine(line, masks, secrets));
}

function isShown({ kind, raw, scalar, words }: Piece, secrets: readonly string[]): boolean {
  if (scalar === 'free' || kind === 'text') return false;
  if (kind === 'number') return isShownNumber(raw, scalar);
  const text = textOf(raw);
  if (text === undefined) return false;
  switch (scalar) {
    case 'word':
      return words.includes(text);
    case 'method':
      return isProtocolMethod(text);
    case 'name':
      return isShownName(text, secrets);
    case 'revision':
      return date.test(text);
    case 'id':
    case 'request-id':
    case 'progress-token':
    case 'subscription-id':
      return id.test(text); // a number that was made a string: that matters
    case 'count':
    case 'code':
    case 'reference':
    case 'pattern':
      return false;
  }
}

function isShownNumber(raw: string, scalar: Piece['scalar']): boolean {
  switch (scalar) {
    case 'id':
    case 'request-id':
    case 'progress-token':
    case 'subscription-id':
      return id.test(raw);
    case 'count':
      return raw.length <= 15;
    case 'code':
      return code.test(raw);
    case 'free':
    case 'word':
    case 'name':
    case 'method':
    case 'revision':
    case 'reference':
    case 'pattern':
      return false;
  }
}

function masked({ kind, raw, scalar }: Piece, masks: Masks): string {
  if (kind === 'number') return raw.replace(/\d/g, '1');
  if (kind === 'text') return maskedText(raw, raw, masks);
  const inner = raw.endsWith('"') && raw.length > 1 ? raw.slice(1, -1) : raw.slice(1);
  const end = raw.slice(1 + inner.length);
  const text = textOf(raw) ?? inner;
  if (scalar === 'pattern') return `"${'^'.repeat(Buffer.byteLength(inner))}${end}`; // fits whatever its value is now
  if (scalar === 'reference') return `"${maskedReference(inner, masks)}${end}`;
  return `"${maskedText(text, inner, masks)}${end}`;
}

/** `raw`: as it stands in the line, for its length. A sign that bytes were no UTF-8 stays one. */
function maskedText(text: string, raw: string, masks: Masks): string {
  const bytes = Buffer.byteLength(raw);
  const mask = masks.of(text, bytes);
  return raw.includes(replacement) ? `${mask.slice(0, bytes - 3)}${replacement}` : mask;
}

/** A path within the schema: its steps are names that are masked where they stand, too. */
function maskedReference(inner: string, masks: Masks): string {
  const [start, ...steps] = inner.split('/');
  if (start !== '#') return maskedText(inner, inner, masks);
  const ofStep = (step: string): string =>
    schemaSteps.includes(step) || /^\d{1,4}$/.test(step) ? step : maskedText(step, step, masks);
  return [start, ...steps.map(ofStep)].join('/');
}

/** Keywords that a path goes through. */
const schemaSteps = namesIn('$defs definitions properties items allOf anyOf oneOf prefixItems');
