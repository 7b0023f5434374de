import type { JsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';

/**
 * What a server says of its tool (schema 2025-11-25, `ToolAnnotations`): hints, so true is believed only where it makes the
 * host more careful. A member of the wrong kind counts as missing.
 */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** Characters kept of a title. */
const maxTitleLength = 256;

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** Reads the annotations of a tool. Only what the specification names, bounded and printable: all else is left out. */
export function readAnnotations(annotations: JsonObject = {}): ToolAnnotations {
  const { title } = annotations;
  const said = hints.filter((hint) => Object.hasOwn(annotations, hint) && typeof annotations[hint] === 'boolean');
  return {
    ...(typeof title === 'string' ? { title: printable(title, maxTitleLength) } : {}),
    ...Object.fromEntries(said.map((hint) => [hint, annotations[hint]])),
  };
}
