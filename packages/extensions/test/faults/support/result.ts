/** The ending when there was none, or it was not what the row asked for. */
export const nothing = 'nothing';

/** What a host saw when it met one fault. */
export interface Result {
  readonly fault: string;
  /** `answered`, a code, or what else it was. */
  readonly ending: string;
  /** From the cause, or the deadline, to the end for whoever waited. */
  readonly ms: number;
  /** Peak of the host's resident memory above where it began. */
  readonly growthBytes: number;
  readonly closeMs: number;
  /** What was not as it should be; empty is the rule. */
  readonly problems: readonly string[];
}
