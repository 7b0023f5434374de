import { ask, askHere, askQuietly, refuse } from './ask.ts';
import type { CompiledSchema, Place, References, Walk } from './compiled-schema.ts';
import { pointerOf } from './path.ts';
import { Problems } from './problems.ts';
import type { SchemaSource } from './schema-source.ts';
import { both, opposite, type Truth } from './truth.ts';

type Asked = Generator<void, Truth, void>;

/** The keywords that ask other schemas of the same value. */
export function logicWalks(source: SchemaSource): readonly Walk[] {
  return [
    ...referenceWalks(source),
    ...allOfWalks(source),
    ...anyOfWalks(source),
    ...oneOfWalks(source),
    ...notWalks(source),
    ...ifWalks(source),
  ];
}

/** References to another part. Also alone: before 2019-09 nothing beside `$ref` counts. */
export function referenceWalks(source: SchemaSource): readonly Walk[] {
  return ['$ref', '$dynamicRef', '$recursiveRef'].flatMap((keyword) => {
    const reference = source.text(keyword);
    return reference === undefined ? [] : [referenceWalk(source, keyword, reference)];
  });
}

function referenceWalk(source: SchemaSource, keyword: string, reference: string): Walk {
  const target = source.resolve(keyword, reference);
  return function* (value, place) {
    if ('problem' in target) return place.run.inDoubt(`a ${keyword} ${target.problem}`);
    const { references } = place;
    const { maxRefHops } = source.limits;
    if (hasReference(references, target.schema))
      return place.run.inDoubt('a part refers to itself, and to nothing else');
    const count = (references?.count ?? 0) + 1;
    if (count > maxRefHops) return place.run.inDoubt(`more than ${maxRefHops} references lead to references`);
    const next = { before: references, target: target.schema, count };
    return yield* ask(source.compileTarget(target), value, { ...place, references: next, depth: place.depth + 1 });
  };
}

function hasReference(references: References | undefined, target: unknown): boolean {
  for (let at = references; at !== undefined; at = at.before) if (at.target === target) return true;
  return false;
}

function allOfWalks(source: SchemaSource): readonly Walk[] {
  return source.list('allOf').map((schema) => (value, place) => askHere(source.compile(schema), value, place));
}

function anyOfWalks(source: SchemaSource): readonly Walk[] {
  const schemas = source.list('anyOf');
  if (schemas.length === 0) return [];
  return [
    function* (value, place) {
      const tried: Problems[] = [];
      let truth: Truth = 'no';
      for (const schema of schemas) {
        const problems = new Problems(1);
        const one = yield* askHere(source.compile(schema), value, place, problems);
        if (one === 'yes') truth = 'yes';
        if (one === 'unknown' && truth === 'no') truth = 'unknown';
        tried.push(problems);
        // Who wants to know what was looked at has to ask them all.
        if (truth === 'yes' && !place.evaluated) break;
        if (place.run.isOver) return truth === 'yes' ? truth : 'unknown';
      }
      return truth === 'no' ? refuseAll(place, tried) : truth;
    },
  ];
}

function oneOfWalks(source: SchemaSource): readonly Walk[] {
  const schemas = source.list('oneOf');
  if (schemas.length === 0) return [];
  return [
    function* (value, place) {
      const tried: Problems[] = [];
      let fitting = 0;
      let perhaps = 0;
      for (const schema of schemas) {
        const problems = new Problems(1);
        const one = yield* askHere(source.compile(schema), value, place, problems);
        if (one === 'yes') fitting += 1;
        if (one === 'unknown') perhaps += 1;
        if (one === 'no') tried.push(problems);
        if (fitting > 1) return refuse(place, 'fits more than one of the alternatives, and may fit one only');
        if (place.run.isOver) return 'unknown';
      }
      if (perhaps > 0) return 'unknown';
      return fitting === 1 ? 'yes' : refuseAll(place, tried);
    },
  ];
}

/** Alternatives that are named in a message, and those that are looked at for that. */
const maxNamed = 4;
const maxLookedAt = 16;

/** Says of each alternative the first thing that keeps the value from it. */
function refuseAll(place: Place, tried: readonly Problems[]): 'no' {
  if (place.problems.isFull) return 'no';
  const here = pointerOf(place.path);
  const reasons = tried.slice(0, maxLookedAt).flatMap((problems) => {
    return problems
      .list()
      .map(({ path, message }) => (path === here ? message : `${path.slice(here.length)} ${message}`));
  });
  const different = [...new Set(reasons)];
  const [only = 'is not allowed'] = different;
  if (different.length <= 1) return refuse(place, only);
  const more = different.length > maxNamed ? '; or …' : '';
  return refuse(place, `fits no alternative: ${different.slice(0, maxNamed).join('; or ')}${more}`);
}

function notWalks(source: SchemaSource): readonly Walk[] {
  const schema = source.get('not');
  if (schema === undefined) return [];
  return [
    function* (value, place) {
      const truth = opposite(yield* askQuietly(source.compile(schema), value, place));
      return truth === 'no' ? refuse(place, 'is of a kind that is excluded') : truth;
    },
  ];
}

function ifWalks(source: SchemaSource): readonly Walk[] {
  const condition = source.get('if');
  const [yes, no] = [source.get('then'), source.get('else')];
  if (condition === undefined) return [];
  function* branch(schema: unknown, value: unknown, place: Place, problems = place.problems): Asked {
    if (schema === undefined) return 'yes';
    const compiled: CompiledSchema = source.compile(schema);
    return yield* askHere(compiled, value, place, problems);
  }
  return [
    function* (value, place) {
      const truth = yield* askHere(source.compile(condition), value, place, new Problems(0));
      if (truth === 'yes') return yield* branch(yes, value, place);
      if (truth === 'no') return yield* branch(no, value, place);
      const one = yield* branch(yes, value, place, new Problems(0));
      const other = yield* branch(no, value, place, new Problems(0));
      // Refused either way; which way is not known.
      if (one === 'no' && other === 'no') return refuse(place, 'fits neither of what depends on it');
      return both(one, other) === 'yes' ? 'yes' : 'unknown';
    },
  ];
}
