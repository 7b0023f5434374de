import type { ContentBlock } from '../protocol/tool-result.ts';
import { encodeJson } from '../wire/json-value.ts';
import type { Draft } from './draft.ts';
import { grouped, ourLine, quoted } from './omission.ts';
import type { OutcomeBudget } from './outcome-budget.ts';
import type { OutcomeLimits } from './adapter-limits.ts';

/** A block that is no text. */
export type NamedBlock = Exclude<ContentBlock, { type: 'text' }>;

/** Levels of an unknown block: more than a person would write. */
const maxDepth = 64;

/**
 * A block that is no text, named in a line; undefined when there is no room for it. The text of a resource is not in it yet.
 * Base64 is whole, or it is left out: half of it is nothing.
 */
export function draftOf(block: NamedBlock, limits: OutcomeLimits, budget: OutcomeBudget): Draft | undefined {
  if (!budget.block()) return undefined;
  switch (block.type) {
    case 'image':
    case 'audio': {
      const { type, data, mimeType } = block;
      const about = { what: type, name: `${type} ${quoted(mimeType, 64)}`, data, mimeType };
      return mediaDraft(about, () => ({ type, data, mimeType }), limits, budget);
    }
    case 'resource_link': {
      const { type, uri, name } = block;
      const head = ourLine(`link to ${quoted(name)}: ${quoted(uri)}`);
      return budget.whole(`${head}${uri}${name}`) ? { head, block: () => ({ type, uri, name }) } : undefined;
    }
    case 'resource':
      return resourceDraft(block.resource, limits, budget);
    case 'unknown': {
      const { type, kind, block: value } = block;
      const head = ourLine(`content of the kind ${quoted(kind, 64)}, which is not known here`);
      const json = encodeJson(value, 'it', { maxDepth, maxBytes: limits.maxTextBytes });
      const fits = typeof json === 'string' && budget.whole(`${head}${json}`);
      return fits ? { head, block: () => ({ type, kind, block: value }) } : undefined;
    }
    default:
      return block satisfies never;
  }
}

function resourceDraft(
  resource: Extract<NamedBlock, { type: 'resource' }>['resource'],
  limits: OutcomeLimits,
  budget: OutcomeBudget,
): Draft | undefined {
  const { uri, mimeType, text, blob = '' } = resource;
  const known = { uri, ...(mimeType === undefined ? {} : { mimeType }) };
  const name = `resource ${quoted(uri)}`;
  if (text === undefined) {
    const about = { what: 'resource' as const, name, data: blob, mimeType, extra: uri };
    return mediaDraft(about, () => ({ type: 'resource', resource: { ...known, blob } }), limits, budget);
  }
  const head = ourLine(name);
  const block = (shown: string): ContentBlock => ({ type: 'resource', resource: { ...known, text: shown } });
  return budget.whole(`${head}${uri}${mimeType ?? ''}`) ? { head, block } : undefined;
}

interface Media {
  readonly what: 'image' | 'audio' | 'resource';
  readonly name: string;
  readonly data: string;
  readonly mimeType: string | undefined;
  /** What else of the block is of the server's making. */
  readonly extra?: string;
}

function mediaDraft(
  { what, name, data, mimeType, extra = '' }: Media,
  block: () => ContentBlock,
  { maxMediaBytes, maxTotalMediaBytes }: OutcomeLimits,
  budget: OutcomeBudget,
): Draft | undefined {
  const bytes = Buffer.byteLength(data);
  const about = `${name}, ${grouped(bytes)} bytes of base64`;
  if (!budget.whole(`${ourLine(about)}${extra}${mimeType ?? ''}`)) return undefined;
  const isTooLarge = bytes > maxMediaBytes;
  if (!isTooLarge && budget.media(bytes)) return { head: ourLine(about), block };
  const allowed = isTooLarge
    ? `${grouped(maxMediaBytes)} are allowed`
    : `${grouped(maxTotalMediaBytes)} are allowed in all`;
  const whole = { encoding: 'base64' as const, data: () => data, ...(mimeType === undefined ? {} : { mimeType }) };
  return { leftOut: { what, bytes, keptBytes: 0, words: `${about}, left out: ${allowed}`, whole } };
}
