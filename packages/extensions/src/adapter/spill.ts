import type { OutcomeTruncation } from './tool-outcome.ts';

/** The whole of something of which an outcome shows less, or nothing. Untrusted. */
export interface SpillContent {
  readonly serverName: string;
  readonly toolName: string;
  readonly what: OutcomeTruncation['what'];
  /** As the server says. */
  readonly mimeType?: string;
  /** How `data` is to be written: text as it is, or the bytes that the base64 stands for. */
  readonly encoding: 'utf8' | 'base64';
  readonly data: string;
}

/** Puts it somewhere and says where: the place is named to the model. When it fails, it is left out and nothing else. */
export type Spill = (content: SpillContent) => Promise<string>;
