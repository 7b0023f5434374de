/** What a diagnostic is about. */
export type DiagnosticKind =
  /** A line on stdout that is no protocol. */
  | 'noise'
  /** A message that breaks JSON-RPC or MCP. */
  | 'malformed'
  /** Bytes on stdout that are not UTF-8; they were replaced. */
  | 'invalid-utf8'
  /** An answer that nobody waits for: never asked, asked by nobody any more, or given twice. */
  | 'unknown-answer'
  /** A notification or request that was not negotiated, or that nobody handles. */
  | 'not-negotiated'
  /** A handler of the host threw. */
  | 'handler-failed'
  /** An entry of a list that was left out, and why. */
  | 'rejected-entry'
  /** A list was cut short, and why. */
  | 'truncated-list'
  /** The process or its tree: a step of the shutdown ladder, a survivor, a guard that this platform lacks. */
  | 'process';

/** Something worth knowing that fails no call. Holds no arguments, no results, no environment values. */
export interface Diagnostic {
  readonly kind: DiagnosticKind;
  /** One line for a person. */
  readonly message: string;
  /** What was seen, bounded and made printable; untrusted text of the server. */
  readonly sample?: string;
}
