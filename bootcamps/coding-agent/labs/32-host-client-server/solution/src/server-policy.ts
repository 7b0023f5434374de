/** What the server knows of a call before it runs a tool. */
export interface PolicyQuestion {
  /** Whether the tool changes anything. The server's own knowledge of its own tool. */
  readonly writes: boolean;
  /** The request's parameters, `_meta` and all: whatever stands there is what the other side *says*. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** How this server was started. Nobody on the other side can change it. */
export interface ServerPolicy {
  readonly readOnly: boolean;
}

/**
 * Why the server will not run this call, or `undefined`. It answers for its own side effects, so it decides by what it knows
 * itself; what a host has allowed is the host's affair.
 */
export function refusalOf({ writes }: PolicyQuestion, { readOnly }: ServerPolicy): string | undefined {
  return writes && readOnly ? 'this server was started read-only' : undefined;
}
