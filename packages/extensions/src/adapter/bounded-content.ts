import type { ContentBlock } from '../protocol/tool-result.ts';
import type { OutcomeLimits } from './adapter-limits.ts';
import type { Draft, LeftOut } from './draft.ts';
import { draftOf } from './named-block.ts';
import { disarmed, grouped } from './omission.ts';
import type { OutcomeBudget } from './outcome-budget.ts';

/**
 * The blocks of a result within the limits, in their order. What names blocks comes first out of the budget, so that a long
 * text does not take the image after it away; then texts, from the beginning, until there is no more room: what comes after
 * the cut is left out, and said once, where the cut is.
 */
export function boundContent(
  content: readonly ContentBlock[],
  limits: OutcomeLimits,
  budget: OutcomeBudget,
): readonly Draft[] {
  // One for each block. Most results are one short text: no more is made for it than it needs.
  const dropped: ContentBlock[] = [];
  const drafts = content.map((block): Draft | undefined => {
    if (block.type === 'text') return undefined;
    const draft = draftOf(block, limits, budget);
    if (draft === undefined) dropped.push(block);
    return draft;
  });
  addTexts(drafts, content, budget);
  const shown = drafts.filter((draft) => draft !== undefined);
  return dropped.length === 0 ? shown : [...shown, { leftOut: manyLeftOut(dropped) }];
}

/** All texts, and those of resources. */
function addTexts(drafts: (Draft | undefined)[], content: readonly ContentBlock[], budget: OutcomeBudget): void {
  let keptBytes = 0;
  let isCut = false;
  let index = -1;
  for (const block of content) {
    index += 1;
    if (block.type === 'resource' && block.resource.text !== undefined) {
      const resource = drafts[index];
      if (resource === undefined) continue;
      drafts[index] = { ...resource, ...resourceText(block.resource.text, block.resource.mimeType, budget) };
    }
    if (block.type !== 'text' || isCut) continue;
    const { text, bytes, isWhole } = budget.text(disarmed(block.text));
    keptBytes += bytes;
    isCut = !isWhole;
    drafts[index] = isWhole ? { text } : { ...(text !== '' && { text }), leftOut: textLeftOut(content, keptBytes) };
    keptBytes += 1;
  }
}

function textLeftOut(content: readonly ContentBlock[], keptBytes: number): LeftOut {
  const texts = content.filter((block) => block.type === 'text').map(({ text }) => text);
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), texts.length - 1);
  const words = `${grouped(Math.max(0, bytes - keptBytes))} of ${grouped(bytes)} bytes left out`;
  return { what: 'text', bytes, keptBytes, words, whole: { encoding: 'utf8', data: () => texts.join('\n') } };
}

function resourceText(
  whole: string,
  mimeType: string | undefined,
  budget: OutcomeBudget,
): Pick<Draft, 'text' | 'leftOut'> {
  const { text, bytes: keptBytes, isWhole } = budget.text(disarmed(whole));
  if (isWhole) return { text };
  const bytes = Buffer.byteLength(whole);
  const words = `${grouped(Math.max(0, bytes - keptBytes))} of ${grouped(bytes)} bytes of this resource left out`;
  const spilled = { encoding: 'utf8' as const, data: () => whole, ...(mimeType === undefined ? {} : { mimeType }) };
  return { ...(text === '' ? {} : { text }), leftOut: { what: 'resource', bytes, keptBytes, words, whole: spilled } };
}

function manyLeftOut(dropped: readonly ContentBlock[]): LeftOut {
  const bytes = dropped.reduce((sum, block) => sum + payloadBytes(block), 0);
  const words = `${grouped(dropped.length)} more ${dropped.length === 1 ? 'block' : 'blocks'} left out`;
  return { what: 'blocks', bytes, keptBytes: 0, words };
}

function payloadBytes(block: ContentBlock): number {
  switch (block.type) {
    case 'text':
      return Buffer.byteLength(block.text);
    case 'image':
    case 'audio':
      return Buffer.byteLength(block.data);
    case 'resource':
      return Buffer.byteLength(block.resource.text ?? block.resource.blob ?? '');
    case 'resource_link':
      return Buffer.byteLength(block.uri);
    case 'unknown':
      return 0;
    default:
      return block satisfies never;
  }
}
