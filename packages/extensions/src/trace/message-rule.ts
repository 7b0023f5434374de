/** What a text or a number in a message is. */
export type ScalarKind =
  /** Somebody's words or data: anything. */
  | 'free'
  /** One of the words that the protocol has for this place. */
  | 'word'
  /** The name of a tool, of a program, or its version. */
  | 'name'
  | 'method'
  /** A revision of the protocol, which is a date. */
  | 'revision'
  /** How many, how long: a size of something. */
  | 'count'
  /** The code of an error. */
  | 'code'
  /** What a message of JSON-RPC is called, and where other messages speak of it. */
  | 'id'
  | 'request-id'
  | 'progress-token'
  | 'subscription-id'
  /** A path in a JSON Schema: `#/$defs/name`. */
  | 'reference'
  /** A regular expression. */
  | 'pattern';

/**
 * What is known of one place in a message. A member that is not named here has a name that nobody knows, and a value that
 * `others` is the rule of; without it, and for entries of a list without `items`, anything may stand there.
 */
export interface MessageRule {
  readonly scalar?: ScalarKind;
  /** For `word`. */
  readonly words?: readonly string[];
  readonly members?: Readonly<Record<string, MessageRule>>;
  readonly others?: MessageRule;
  readonly items?: MessageRule;
  /** For the parameters of these methods another rule counts. */
  readonly ofMethod?: Readonly<Record<string, MessageRule>>;
}

/** A place where anything may stand. */
export const free: MessageRule = {};

/** Names that stand in a text, with spaces between them. */
export function namesIn(text: string): string[] {
  return text.trim().split(/\s+/);
}
