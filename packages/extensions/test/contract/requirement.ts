/** Where a rule comes from: a clause of the specification, a measured failure of a peer, or a decision of ours. */
export interface Requirement {
  readonly behaviour: string;
  readonly source: string;
}
