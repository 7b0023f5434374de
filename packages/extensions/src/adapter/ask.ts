import { Evaluated, type CompiledSchema, type Place } from './compiled-schema.ts';
import { kindOf } from './json-kind.ts';
import { noProblems, type Problems } from './problems.ts';
import { both, type Truth } from './truth.ts';

/** Values and schemas in each other, together: the stack of the language is not endless. */
export const maxDepth = 400;

/** Whether the value fits the schema, in pieces. Of what does not fit, problems are added until there are enough. */
export function* ask(schema: CompiledSchema, value: unknown, place: Place): Generator<void, Truth, void> {
  const { run, problems } = place;
  run.spend(1);
  if (run.isDue) yield;
  if (run.isOver) return 'unknown';
  if (place.depth > maxDepth) return run.inDoubt(`it is nested deeper than ${maxDepth} levels`);
  let truth = test(schema, value, place);
  const evaluated = place.evaluated || schema.needsEvaluated ? new Evaluated() : undefined;
  const inside = { ...place, evaluated };
  // What is in doubt may have looked at anything.
  if (evaluated && truth === 'unknown') evaluated.isVague = true;
  for (const walk of schema.walks) {
    if (truth === 'no' && problems.isFull) return 'no';
    const next = yield* walk(value, inside);
    if (evaluated && next === 'unknown') evaluated.isVague = true;
    truth = both(truth, next);
    if (run.isDue) yield;
  }
  if (evaluated && place.evaluated && truth === 'yes') {
    run.spend(evaluated.size);
    place.evaluated.merge(evaluated);
  }
  if (place.evaluated && truth === 'unknown') place.evaluated.isVague = true;
  return truth;
}

/** True when there is nothing to pause in: `test` is enough. */
export function isSmall({ walks }: CompiledSchema): boolean {
  return walks.length === 0;
}

/** What a schema asks without other schemas. */
export function test(schema: CompiledSchema, value: unknown, place: Place): Truth {
  const { run, problems } = place;
  if (kindOf(value) === undefined) return refuse(place, 'is no JSON value');
  let truth: Truth = 'yes';
  run.spend(schema.tests.length);
  for (const test of schema.tests) {
    truth = both(truth, test(value, place));
    if (truth === 'no' && problems.isFull) break;
  }
  return truth;
}

/** Goes into a part of the value. */
export function* askPart(
  schema: CompiledSchema,
  value: unknown,
  key: string | number,
  place: Place,
  problems: Problems = place.problems,
): Generator<void, Truth, void> {
  const path = { parent: place.path, key };
  const { run, depth } = place;
  const part = { run, path, problems, references: undefined, evaluated: undefined, depth: depth + 1 };
  if (!isSmall(schema)) return yield* ask(schema, value, part);
  run.spend(1);
  if (run.isDue) yield;
  return run.isOver ? 'unknown' : test(schema, value, part);
}

/** Asks another schema of the same value. */
export function askHere(
  schema: CompiledSchema,
  value: unknown,
  place: Place,
  problems: Problems = place.problems,
): Generator<void, Truth, void> {
  return ask(schema, value, { ...place, problems, depth: place.depth + 1 });
}

/** Asks only whether: nothing of it is told, and nothing counts as looked at. */
export function askQuietly(schema: CompiledSchema, value: unknown, place: Place): Generator<void, Truth, void> {
  return ask(schema, value, { ...place, problems: noProblems, evaluated: undefined, depth: place.depth + 1 });
}

export function refuse(place: Place, message: string): 'no' {
  place.problems.add(place.path, message);
  return 'no';
}
