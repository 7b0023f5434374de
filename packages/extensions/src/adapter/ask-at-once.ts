import { isSmall, maxDepth, refuse, test } from './ask.ts';
import type { CheckRun } from './check-run.ts';
import type { CompiledSchema, Place, PlainMembers } from './compiled-schema.ts';
import { kindOf, memberOf } from './json-kind.ts';
import type { Path } from './path.ts';
import type { Problems } from './problems.ts';
import { both, type Truth } from './truth.ts';

/**
 * The same as `ask`, in one piece: for schemas that name the members of objects and want nothing but small things of them,
 * as those of most tools do. Undefined: it is another schema, or would take longer than a slice. Then what was found so far
 * counts for nothing, and `ask` has to be asked.
 */
export function askAtOnce(schema: CompiledSchema, value: unknown, place: Place): Truth | undefined {
  const { run, problems, depth } = place;
  const { members } = schema;
  if ((members === undefined && !isSmall(schema)) || depth > maxDepth) return undefined;
  run.spend(1);
  const truth = test(schema, value, place);
  if (run.isDue || run.isOver) return undefined;
  if (members === undefined || kindOf(value) !== 'object' || (truth === 'no' && problems.isFull)) return truth;
  const rest = askMembers(members, value as object, place);
  return rest === undefined ? undefined : both(truth, rest);
}

function askMembers(members: PlainMembers, value: object, place: Place): Truth | undefined {
  const { run, problems } = place;
  const part = new PartPlace(place);
  let truth: Truth = 'yes';
  for (const key of Object.keys(value)) {
    // For looking at it, for its turn, and for its schema.
    run.spend(3);
    if (run.isDue || run.isOver) return undefined;
    const member = memberOf(value, key);
    if (member === undefined) continue;
    part.key = key;
    const next = askMember(members, member, part);
    if (next === undefined) return undefined;
    truth = both(truth, next);
    if (truth === 'no' && problems.isFull) return truth;
  }
  return truth;
}

function askMember(members: PlainMembers, member: unknown, place: PartPlace): Truth | undefined {
  const message = members.refusal(place.key);
  if (message !== undefined) return refuse(place, message);
  const schema = members.schemaOf(place.key);
  return schema === undefined ? 'yes' : askAtOnce(schema, member, place);
}

/** One for all members of an object: the path to one is made for whoever has something to say about it. */
class PartPlace implements Place {
  readonly run: CheckRun;
  readonly problems: Problems;
  readonly references = undefined;
  readonly evaluated = undefined;
  readonly depth: number;
  readonly #parent: Place;
  key = '';

  constructor(parent: Place) {
    this.run = parent.run;
    this.problems = parent.problems;
    this.depth = parent.depth + 1;
    this.#parent = parent;
  }

  get path(): Path {
    return { parent: this.#parent.path, key: this.key };
  }
}
