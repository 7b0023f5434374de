/**
 * A lab as learners have it half-way: the starter, some steps of the road, and one typical mistake in what is written so
 * far. Later parts are missing in most of them.
 */
export interface HalfDone {
  readonly name: string;
  /** The last step of the road that was walked before the mistake. */
  readonly after: string;
  /** Changes to sources; each piece stands there exactly once. */
  readonly edits: readonly HalfDoneEdit[];
  /** Id of the known mistake that `check` must name first. */
  readonly mistake: string;
}

interface HalfDoneEdit {
  readonly from: string;
  readonly to: string;
  /** `src/environment.ts`; default: the file that the lab is about. */
  readonly file?: string;
}
