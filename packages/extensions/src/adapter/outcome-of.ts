import type { ToolResult } from '../protocol/tool-result.ts';
import { printable } from '../wire/printable.ts';
import { boundContent } from './bounded-content.ts';
import { finished, type Draft } from './draft.ts';
import { OutcomeBudget } from './outcome-budget.ts';
import type { OutcomeLimits } from './adapter-limits.ts';
import type { SchemaVerdict } from './schema-verdict.ts';
import type { Spill } from './spill.ts';
import { boundStructured, verdictOf, type BoundStructured, type ValueCheck } from './structured-content.ts';
import type { ToolOutcome, OutcomeTruncation } from './tool-outcome.ts';
import { untilAborted } from './until-aborted.ts';

/** How a result becomes an outcome. */
export interface OutcomeTerms {
  readonly serverName: string;
  readonly toolName: string;
  readonly limits: OutcomeLimits;
  /** The check of structured content; undefined when the tool has no output schema. */
  readonly output?: ValueCheck | undefined;
  /** Structured content that does not fit: `warn` hands it on with the verdict, `reject` leaves it out. The text stays. */
  readonly onMismatch: 'warn' | 'reject';
  readonly spill?: Spill | undefined;
  /** Ends the waiting for `spill`. */
  readonly signal?: AbortSignal | undefined;
}

/** Places that are asked for at most, for one outcome. */
const maxSpills = 16;

/**
 * What a call came to, bounded; a promise only when there is something to check for long, or to put elsewhere. Never throws
 * for what is in the result, nor for a `spill` that fails.
 */
export function outcomeOf(result: ToolResult, terms: OutcomeTerms): ToolOutcome | Promise<ToolOutcome> {
  const verdict = verdictOf(result, terms.output);
  return verdict instanceof Promise
    ? verdict.then((later) => boundResult(result, later, terms))
    : boundResult(result, verdict, terms);
}

function boundResult(
  result: ToolResult,
  verdict: SchemaVerdict | undefined,
  terms: OutcomeTerms,
): ToolOutcome | Promise<ToolOutcome> {
  const { limits, onMismatch, spill } = terms;
  const budget = new OutcomeBudget(limits);
  const blocks = boundContent(result.content, limits, budget);
  const isWanted = verdict?.status !== 'rejected' || onMismatch === 'warn';
  const structured = boundStructured(result, isWanted, limits.maxTextBytes, budget);
  const drafts = structured.draft === undefined ? blocks : [...blocks, structured.draft];
  const known = { isError: result.isError, verdict, drafts, structured };
  const wanted = spill === undefined ? [] : drafts.filter(({ leftOut }) => leftOut?.whole !== undefined);
  if (spill === undefined || wanted.length === 0) return outcomeFrom(known);
  return spilled(wanted, spill, terms).then((paths) => outcomeFrom(known, paths));
}

/** What is known of an outcome before it is known where the rest of it was put. */
interface Known {
  readonly isError: boolean;
  readonly verdict: SchemaVerdict | undefined;
  readonly drafts: readonly Draft[];
  readonly structured: BoundStructured;
}

function outcomeFrom(known: Known, paths?: ReadonlyMap<Draft, string>): ToolOutcome {
  const { isError, verdict, drafts, structured } = known;
  const parts = drafts.map((draft) => finished(draft, paths?.get(draft)));
  const outcome = {
    isError,
    content: parts.map(({ block }) => block),
    text: parts.length === 1 ? (parts[0]?.text ?? '') : parts.map(({ text }) => text).join('\n'),
    truncations: drafts.flatMap((draft) => truncationOf(draft, paths?.get(draft))),
  };
  if (structured.value === undefined && verdict === undefined) return outcome;
  return { ...outcome, ...structured.value, ...(verdict !== undefined && { structuredVerdict: verdict }) };
}

function truncationOf({ leftOut }: Draft, path: string | undefined): readonly OutcomeTruncation[] {
  if (leftOut === undefined) return none;
  const { what, bytes, keptBytes } = leftOut;
  return [{ what, bytes, keptBytes, ...(path === undefined ? {} : { spilledTo: path }) }];
}

const none: readonly OutcomeTruncation[] = [];

/** Where the wholes were put. */
async function spilled(
  drafts: readonly Draft[],
  spill: Spill,
  { serverName, toolName, signal }: OutcomeTerms,
): Promise<ReadonlyMap<Draft, string>> {
  const paths = new Map<Draft, string>();
  const put = async (draft: Draft): Promise<void> => {
    const { leftOut } = draft;
    if (leftOut?.whole === undefined) return;
    const { data, ...kind } = leftOut.whole;
    try {
      const path: unknown = await untilAborted(
        Promise.resolve(spill({ serverName, toolName, what: leftOut.what, ...kind, data: data() })),
        signal,
      );
      if (typeof path === 'string') paths.set(draft, printable(path, 1_024));
    } catch {
      // It ran, and what it said is here: that the rest could not be kept is no failure of the call.
    }
  };
  await Promise.all(drafts.slice(0, maxSpills).map(put));
  return paths;
}
