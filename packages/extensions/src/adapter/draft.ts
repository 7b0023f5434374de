import type { ContentBlock } from '../protocol/tool-result.ts';
import { ourLine } from './omission.ts';
import type { SpillContent } from './spill.ts';
import type { OutcomeTruncation } from './tool-outcome.ts';

/** Something that an outcome does not show, or not all of. */
export interface LeftOut {
  readonly what: OutcomeTruncation['what'];
  readonly bytes: number;
  readonly keptBytes: number;
  /** What is said about it in the text. */
  readonly words: string;
  /** The whole, for whoever keeps it elsewhere; undefined when that makes no sense. */
  readonly whole?: Pick<SpillContent, 'encoding' | 'mimeType'> & { readonly data: () => string };
}

/** One block of an outcome before it is known where the rest of it was put. */
export interface Draft {
  /** A line of ours that names it. */
  readonly head?: string;
  /** Its text, as far as it is shown. */
  readonly text?: string;
  readonly leftOut?: LeftOut;
  /** The block, given its text. Undefined: it is shown as text alone. */
  readonly block?: (text: string) => ContentBlock;
}

/** The block, and what stands for it in the text of the outcome. */
export function finished(draft: Draft, path: string | undefined): { block: ContentBlock; text: string } {
  const { head, text: own, leftOut, block } = draft;
  const place = path === undefined ? '' : `; the whole is in ${path}`;
  const mark = leftOut === undefined ? undefined : ourLine(`${leftOut.words}${place}`);
  const shown = joined(own, mark);
  const text = joined(head, shown) ?? '';
  return { block: block === undefined ? { type: 'text', text } : block(shown ?? ''), text };
}

function joined(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return `${one}\n${other}`;
}
