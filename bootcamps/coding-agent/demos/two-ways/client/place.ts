/** Where the calculator is: both ways there, and what a client must bring. */
export interface Place {
  /** The words that start it, for `node`. */
  readonly args: readonly string[];
  /** Where it runs already. */
  readonly url: string;
  /** A secret. */
  readonly key: string;
}
