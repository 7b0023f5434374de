import { askPart, refuse } from './ask.ts';
import { canonical } from './canonical.ts';
import type { CompiledSchema, Place, Walk } from './compiled-schema.ts';
import { noProblems, type Problems } from './problems.ts';
import type { SchemaSource } from './schema-source.ts';
import { both, type Truth } from './truth.ts';

type Asked = Generator<void, Truth, void>;
type Items = readonly unknown[];
type ItemWalk = (items: Items, place: Place) => Asked;

/** The keywords about items of an array. */
export function itemWalks(source: SchemaSource): readonly Walk[] {
  return [...positionWalks(source), ...containsWalks(source), ...uniqueWalks(source)].map(onlyOfArrays);
}

function onlyOfArrays(walk: ItemWalk): Walk {
  return function* (value, place) {
    return Array.isArray(value) ? yield* walk(value, place) : 'yes';
  };
}

/** The first items one by one, the rest all alike: `prefixItems` and `items`, in older dialects `items` and `additionalItems`. */
function positionWalks(source: SchemaSource): readonly ItemWalk[] {
  const items = source.get('items');
  const isOlderList = Array.isArray(items);
  const first = isOlderList ? (items as Items) : source.list('prefixItems');
  const rest = isOlderList ? source.get('additionalItems') : items;
  const walks: ItemWalk[] = [];
  if (first.length > 0) {
    walks.push(function* (items, place) {
      let truth: Truth = 'yes';
      for (const [index, schema] of first.slice(0, items.length).entries()) {
        truth = both(truth, yield* askPart(source.compile(schema), items[index], index, place));
        place.evaluated?.add(index);
        if (truth === 'no' && place.problems.isFull) return truth;
      }
      return truth;
    });
  }
  if (rest !== undefined) {
    walks.push((items, place) => {
      place.evaluated?.addAll();
      return each(source.compile(rest), items, place, { from: first.length, problems: place.problems });
    });
  }
  return walks;
}

interface Which {
  readonly from: number;
  readonly problems: Problems;
  readonly isSkipped?: (index: number) => boolean;
}

/** Each item alike, until it is known that one does not fit and why. */
function* each(schema: CompiledSchema, items: Items, place: Place, { from, problems, isSkipped }: Which): Asked {
  const { run } = place;
  let truth: Truth = 'yes';
  for (let index = from; index < items.length; index += 1) {
    if (isSkipped?.(index) === true) continue;
    truth = both(truth, yield* askItem(schema, items, index, place, problems));
    if (truth === 'no' && problems.isFull) return truth;
    if (run.isOver) return both(truth, 'unknown');
  }
  return truth;
}

function* askItem(schema: CompiledSchema, items: Items, index: number, place: Place, problems: Problems): Asked {
  return yield* askPart(schema, items[index], index, place, problems);
}

function containsWalks(source: SchemaSource): readonly ItemWalk[] {
  const schema = source.get('contains');
  if (schema === undefined) return [];
  const min = source.number('minContains') ?? 1;
  const max = source.number('maxContains') ?? Infinity;
  return [
    function* (items, place) {
      let found = 0;
      let perhaps = 0;
      for (let index = 0; index < items.length; index += 1) {
        const truth = yield* askPart(source.compile(schema), items[index], index, place, noProblems);
        if (truth === 'yes') found += 1;
        if (truth === 'unknown') perhaps += 1;
        // Only since 2020-12 does it count as looked at.
        if (truth === 'yes' && source.isSince('2020-12')) place.evaluated?.add(index);
        if (truth === 'unknown' && place.evaluated) place.evaluated.isVague = true;
        if (found > max) return refuse(place, `must have at most ${max} items of the kind that it has to contain`);
        if (found >= min && max === Infinity && !place.evaluated) return 'yes';
        if (place.run.isOver) return 'unknown';
      }
      if (found + perhaps < min)
        return refuse(place, `must have at least ${min} items of the kind that it has to contain`);
      return found >= min && found + perhaps <= max ? 'yes' : 'unknown';
    },
  ];
}

/** Each item is looked up once: no item is compared with each other. */
function uniqueWalks(source: SchemaSource): readonly ItemWalk[] {
  if (source.get('uniqueItems') !== true) return [];
  return [
    function* (items, place) {
      const seen = new Set<string>();
      for (const [index, item] of items.entries()) {
        const text = yield* canonical(item, place.run);
        if (text === undefined) return 'unknown';
        if (seen.has(text)) return refuse({ ...place, path: { parent: place.path, key: index } }, 'is there twice');
        seen.add(text);
      }
      return 'yes';
    },
  ];
}

/** What is left over: `unevaluatedItems`. */
export function unevaluatedItems(source: SchemaSource): readonly Walk[] {
  const schema = source.get('unevaluatedItems');
  if (schema === undefined) return [];
  return [
    onlyOfArrays(function* (items, place) {
      const isVague = place.evaluated?.isVague === true;
      const isSkipped = (index: number): boolean => place.evaluated?.has(index) === true;
      const which = { from: 0, problems: isVague ? noProblems : place.problems, isSkipped };
      const truth = yield* each(source.compile(schema), items, place, which);
      place.evaluated?.addAll();
      return truth === 'no' && isVague ? 'unknown' : truth;
    }),
  ];
}
