import { systemClock, type Clock } from '../base/clock.ts';
import type { JsonObject } from '../wire/message.ts';
import { askAtOnce } from './ask-at-once.ts';
import { ask } from './ask.ts';
import { CheckRun } from './check-run.ts';
import { compileSchema } from './compile-schema.ts';
import type { CompiledSchema, Place } from './compiled-schema.ts';
import { Problems, type CheckProblem } from './problems.ts';
import { defaultSchemaLimits, type SchemaLimits } from './schema-limits.ts';
import type { SchemaVerdict } from './schema-verdict.ts';
import type { Truth } from './truth.ts';

/**
 * What a check came to. `ok`: nothing speaks against the value, and the verdict says whether all of it could be checked.
 */
export type CheckResult =
  | { readonly ok: true; readonly verdict: SchemaVerdict }
  | { readonly ok: false; readonly problems: readonly CheckProblem[] };

const maxProblems = 10;

const isFine: CheckResult = Object.freeze({ ok: true, verdict: Object.freeze({ status: 'checked' }) });

/**
 * Checks values against one schema of a server: arguments before they are sent, structured content when it came. Neither
 * the schema nor the value can hold up the host: both are walked in pieces of a few milliseconds, within a number of steps;
 * patterns take linear time; nothing is fetched, nothing compiled to code, and nothing shared with other schemas. What
 * cannot be checked is `unchecked` and refuses nothing.
 *
 * Own code, by measurement: Ajv holds up the host for 118 ms while it compiles 1,000 properties, and for 370 ms to find that
 * 5,000 items are unique; @cfworker/json-schema takes 810 ms for the latter, 1.8 s for `^(a+)+$` and 27 characters, and has no
 * place for another engine of patterns. Neither can be interrupted or counted. Here it is 10 ms, 1.7 ms, and slices of 2,000
 * steps. All numbers: docs/architecture.md, "Schemas of servers".
 */
export class ArgumentValidator {
  readonly #schema: JsonObject;
  readonly #verdict: SchemaVerdict;
  readonly #limits: SchemaLimits;
  readonly #clock: Clock;
  #compiled: CompiledSchema | undefined;

  /** Does nothing yet. The verdict is what `judgeTools` said of the schema. */
  constructor(
    schema: JsonObject,
    verdict: SchemaVerdict,
    limits: Partial<SchemaLimits> = {},
    clock: Clock = systemClock,
  ) {
    this.#schema = schema;
    this.#verdict = verdict;
    this.#limits = { ...defaultSchemaLimits, ...limits };
    this.#clock = clock;
  }

  /** A promise only for a value that takes more than a few milliseconds. Throws what a getter of the value throws, nothing else. */
  check(value: unknown): CheckResult | Promise<CheckResult> {
    const verdict = this.#verdict;
    if (verdict.status === 'rejected') return { ok: true, verdict: { ...verdict, status: 'unchecked' } };
    if (verdict.status === 'unchecked' && verdict.partly !== true) return { ok: true, verdict };
    this.#compiled ??= compileSchema(this.#schema, this.#limits);
    const quick = this.#place();
    const truth = askAtOnce(this.#compiled, value, quick);
    if (truth !== undefined) return this.#result(truth, quick);
    const place = this.#place();
    const asked = ask(this.#compiled, value, place);
    // What took a slice to find that it takes longer has had its time for this turn.
    if (quick.run.isDue) return this.#continue(asked, place);
    const first = asked.next();
    return first.done === true ? this.#result(first.value, place) : this.#continue(asked, place);
  }

  #place(): Place {
    const run = new CheckRun(this.#limits.maxCheckSteps);
    const problems = new Problems(maxProblems);
    return { run, problems, path: undefined, references: undefined, evaluated: undefined, depth: 0 };
  }

  async #continue(asked: Generator<void, Truth, void>, place: Place): Promise<CheckResult> {
    for (;;) {
      await new Promise<void>((resolve) => this.#clock.setTimer(0, resolve));
      place.run.resume();
      const next = asked.next();
      if (next.done === true) return this.#result(next.value, place);
    }
  }

  #result(truth: Truth, { run, problems }: Place): CheckResult {
    if (truth === 'no') return { ok: false, problems: problems.list() };
    const { doubt } = run;
    if (truth === 'yes' || doubt === undefined) return isFine;
    return { ok: true, verdict: { status: 'unchecked', reason: doubt, partly: true } };
  }
}
