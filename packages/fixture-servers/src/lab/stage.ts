import type { FixtureOptions } from '../fixture-options.ts';

/**
 * What a lesson's trace is played on: `tests/trace.ts` of a lab exports `play(stage)`, which lets callers ask one client of
 * the lab, on one server. Who plays it writes down what goes through the server's pipes and what each caller is told.
 */
export interface Stage {
  /** A server for the client to start; nothing is started here. */
  server(options?: FixtureOptions): { readonly executable: string; readonly args: readonly string[] };
  /** A scene begins; its id is one of `lesson.json > trace > scenes`. */
  scene(id: string): void;
  /**
   * A caller asks. `call` starts the request at once, with a value that is this caller's alone as one of the arguments: by
   * it is known which request is whose, and whose answer a caller is told. Resolves when the caller was told something, or
   * has waited for 2.5 s and was told nothing. Never rejects: what a caller is told is for the picture.
   */
  ask(caller: string, call: (value: string) => PromiseLike<unknown>): Promise<void>;
}
