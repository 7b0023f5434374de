import type { ConfigNode } from './config-node.ts';

/** What a parser found at the first place where it could not go on. */
interface SyntaxProblem {
  readonly message: string;
  readonly cure: string;
  readonly offset?: number | undefined;
  readonly line?: number;
  readonly column?: number;
}

/** What a reader of one format gives back: the tree, or why there is none. */
export type Reading =
  /** `isFragment`: braces were put around it. */
  { readonly root: ConfigNode; readonly isFragment?: boolean } | { readonly problem: SyntaxProblem };
