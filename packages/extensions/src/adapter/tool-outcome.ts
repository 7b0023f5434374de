import type { ContentBlock } from '../protocol/tool-result.ts';
import type { SchemaVerdict } from './schema-verdict.ts';

/** What was left out of an outcome: the one place to learn it from, since no server can write here. */
export interface OutcomeTruncation {
  /** `blocks`: whole blocks, for which there was no room. */
  readonly what: 'text' | 'structured-content' | 'image' | 'audio' | 'resource' | 'blocks';
  /** Of the whole, as UTF-8; of images and the like, of their base64. NaN: it could not be measured. */
  readonly bytes: number;
  readonly keptBytes: number;
  /** Where the whole is, when it was put somewhere. */
  readonly spilledTo?: string;
}

/** What a call came to, bounded, for an agent's model. */
export interface ToolOutcome {
  /** The tool ran and says that it failed. */
  readonly isError: boolean;
  /** Blocks within the limits, with the members that the specification names; what was cut says so in its text. */
  readonly content: readonly ContentBlock[];
  /** The text of all blocks, joined by newlines; what is no text is named in a line that begins with `[… `. */
  readonly text: string;
  readonly structuredContent?: unknown;
  /**
   * Whether the structured content fits the tool's output schema. `rejected`: it does not, or it is missing. Undefined
   * without a schema, and when the tool says that it failed.
   */
  readonly structuredVerdict?: SchemaVerdict;
  readonly truncations: readonly OutcomeTruncation[];
}
