import { NotImplementedError } from './errors.ts';

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
export function refusalOf(_question: PolicyQuestion, { readOnly }: ServerPolicy): string | undefined {
  if (!readOnly) return undefined;
  // TODO(TODO_POLICY): a server that was started read-only
  throw new NotImplementedError('TODO_POLICY', [
    '服务器按自己的策略决定：只读时拒绝什么',
    'Write what the server refuses by its own policy when it is read-only',
  ]);
}
