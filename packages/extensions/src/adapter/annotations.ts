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
