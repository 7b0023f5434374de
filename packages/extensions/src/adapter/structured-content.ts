import type { ToolResult } from '../protocol/tool-result.ts';
import { canonicalJson } from '../wire/canonical-json.ts';
import { encodeJson } from '../wire/json-value.ts';
import { isJsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';
import type { CheckResult } from './argument-validator.ts';
import type { Draft, LeftOut } from './draft.ts';
import { disarmed, grouped, ourLine } from './omission.ts';
import type { OutcomeBudget } from './outcome-budget.ts';
import type { SchemaVerdict } from './schema-verdict.ts';

/** Checks a value against a schema. */
export interface ValueCheck {
  check(value: unknown): CheckResult | Promise<CheckResult>;
}

/** Levels of structured content that are handed on. */
const maxDepth = 128;

/**
 * Whether the structured content fits the output schema; a promise only when that takes a while. Not asked when the tool failed: what a failure says is text, and
 * must not be hidden behind "no structured content" (https://github.com/google-gemini/gemini-cli/issues/21053).
 */
export function verdictOf(
  result: ToolResult,
  output: ValueCheck | undefined,
): SchemaVerdict | Promise<SchemaVerdict> | undefined {
  if (output === undefined || result.isError) return undefined;
  const { structuredContent } = result;
  if (structuredContent === undefined) {
    return { status: 'rejected', reason: 'the tool has an output schema, and sent no structured content' };
  }
  const checked = output.check(structuredContent);
  return checked instanceof Promise ? checked.then(verdictIn) : verdictIn(checked);
}

function verdictIn(checked: CheckResult): SchemaVerdict {
  if (checked.ok) return checked.verdict;
  const problems = checked.problems.slice(0, 3).map(({ path, message }) => printable(`${path || 'it'}: ${message}`));
  return { status: 'rejected', reason: `it does not fit the output schema: ${problems.join('; ')}` };
}

/** The structured content as far as it is handed on, and what the text says of it. */
export interface BoundStructured {
  readonly value?: { readonly structuredContent: unknown };
  readonly draft?: Draft;
}

const nothing: BoundStructured = {};

/**
 * Structured content is whole, or it is left out. It counts like text, unless a text says the same already, as the
 * specification wants it; without any other content it is shown as text too.
 */
export function boundStructured(
  { content, structuredContent }: ToolResult,
  isWanted: boolean,
  maxBytes: number,
  budget: OutcomeBudget,
): BoundStructured {
  if (structuredContent === undefined) return nothing;
  if (!isWanted) return { draft: { head: ourLine('structured content left out: it does not fit the output schema') } };
  const json = encodeJson(structuredContent, 'structured content', { maxDepth, maxBytes: Number.MAX_SAFE_INTEGER });
  if (typeof json !== 'string') {
    const words = `structured content left out: it is nested deeper than ${maxDepth} levels`;
    return { draft: { leftOut: { what: 'structured-content', bytes: Number.NaN, keptBytes: 0, words } } };
  }
  const value = { structuredContent };
  const bytes = Buffer.byteLength(json);
  if (content.length === 0) {
    const { text, bytes: keptBytes, isWhole } = budget.text(disarmed(json));
    return isWhole ? { value, draft: { text } } : { draft: { text, leftOut: leftOut(json, bytes, keptBytes) } };
  }
  const isSaid = bytes <= maxBytes && isSaidIn(content, structuredContent, maxBytes);
  return isSaid || budget.whole(json) ? { value } : { draft: { leftOut: leftOut(json, bytes, 0) } };
}

/** Whether one of the texts that can be shown is JSON for the same value. There may be hundreds of thousands of them. */
function isSaidIn(content: ToolResult['content'], value: unknown, maxBytes: number): boolean {
  const canonical = canonicalJson(value);
  let left = maxBytes;
  for (const block of content) {
    if (block.type !== 'text') continue;
    // Each takes one for its newline: what is after the room for texts is not shown, and says nothing.
    left -= block.text.length + 1;
    if (left < -1) return false;
    if (isSame(block.text, canonical)) return true;
  }
  return false;
}

function leftOut(json: string, bytes: number, keptBytes: number): LeftOut {
  const words = `${grouped(Math.max(0, bytes - keptBytes))} of ${grouped(bytes)} bytes of structured content left out`;
  const whole = { encoding: 'utf8' as const, data: () => json, mimeType: 'application/json' };
  return { what: 'structured-content', bytes, keptBytes, words, whole };
}

/** The text is JSON for the same value, an object or an array. */
function isSame(text: string, canonical: string): boolean {
  try {
    const said: unknown = JSON.parse(text);
    return (isJsonObject(said) || Array.isArray(said)) && canonicalJson(said) === canonical;
  } catch {
    return false;
  }
}
