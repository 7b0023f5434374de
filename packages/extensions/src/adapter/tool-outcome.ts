import type { ContentBlock } from '../protocol/tool-result.ts';
import type { SchemaVerdict } from './schema-verdict.ts';

/** What was left out of an outcome. Bytes are those of the whole, as UTF-8. */
export interface Truncation {
  readonly what: 'text' | 'structured-content' | 'image' | 'audio' | 'resource' | 'blocks';
  readonly bytes: number;
  readonly keptBytes: number;
  /** Where the whole is, when it was written to a file. */
  readonly spilledTo?: string;
}

/** What a call came to, bounded, for an agent's model. */
export interface ToolOutcome {
  /** The tool ran and says that it failed. */
  readonly isError: boolean;
  /** Blocks within the limits; what was cut says so in its text. */
  readonly content: readonly ContentBlock[];
  /** The text of all blocks, joined by newlines; what is no text is named in a line. */
  readonly text: string;
  readonly structuredContent?: unknown;
  /** Whether the structured content was checked against the tool's output schema; undefined without either. */
  readonly structuredVerdict?: SchemaVerdict;
  readonly truncations: readonly Truncation[];
}
