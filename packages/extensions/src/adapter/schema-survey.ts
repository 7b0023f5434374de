import { isJsonObject, type JsonObject } from '../wire/message.ts';
import { patternProblem } from './linear-pattern.ts';
import { pointerOf, type Path } from './path.ts';
import { dialectOf, type Dialect } from './schema-dialect.ts';
import { ownBase, resolveUri, SchemaIndex, splitFragment } from './schema-index.ts';
import { keywordOf, type Holds } from './schema-keywords.ts';
import type { SchemaLimits } from './schema-limits.ts';

/** What was seen of a schema before anything of it is made ready. */
export interface SchemaSurvey {
  readonly index: SchemaIndex;
  /** Undefined: none of it is checked. */
  readonly dialect: Dialect | undefined;
  /** The first thing that cannot be checked, where it is, and why. Undefined when there is none. */
  readonly doubt: string | undefined;
  /** How many such things there are. */
  readonly doubts: number;
  /** It was not looked through to its end: there may be more. */
  readonly isCut: boolean;
  /** What it cost: about a microsecond each. */
  readonly steps: number;
}

/**
 * Looks through a schema that is within the budget: what can be referred to in it, and what of it cannot be checked. Ends
 * early after so many steps.
 */
export function surveySchema(schema: JsonObject, limits: SchemaLimits, maxSteps: number = Infinity): SchemaSurvey {
  const dialect = dialectOf(schema);
  if (typeof dialect !== 'string') {
    const { problem } = dialect;
    return { index: new SchemaIndex(), dialect: undefined, doubt: problem, doubts: 1, isCut: false, steps: 1 };
  }
  const survey = new Survey(dialect, limits, maxSteps);
  survey.look(schema);
  const { index, doubt, doubts, tooMany, isCut, steps } = survey;
  if (tooMany !== undefined) return { index, dialect: undefined, doubt: tooMany, doubts: 1, isCut: false, steps };
  return { index, dialect, doubt, doubts, isCut, steps };
}

interface Part {
  readonly schema: unknown;
  readonly base: string;
  readonly path: Path | undefined;
}

interface Reference extends Part {
  readonly keyword: string;
  readonly reference: string;
}

/** Measured: what is worth more than a step. */
const referenceSteps = 4;
const charactersPerStep = 4;

const referenceKeywords = ['$ref', '$dynamicRef', '$recursiveRef'];

class Survey {
  readonly index = new SchemaIndex();
  doubt: string | undefined;
  doubts = 0;
  steps = 0;
  readonly #maxSteps: number;
  readonly #dialect: Dialect;
  readonly #limits: SchemaLimits;
  readonly #waiting: Part[] = [];
  readonly #references: Reference[] = [];
  #branches = 0;
  #patterns = 0;

  constructor(dialect: Dialect, limits: SchemaLimits, maxSteps: number) {
    this.#maxSteps = maxSteps;
    this.#dialect = dialect;
    this.#limits = limits;
  }

  get isCut(): boolean {
    return this.steps > this.#maxSteps;
  }

  /** Why the whole is not worth beginning with. */
  get tooMany(): string | undefined {
    const { maxBranches, maxPatterns } = this.#limits;
    if (this.#branches > maxBranches)
      return `it has ${this.#branches} alternatives and parts of them, of ${maxBranches}`;
    return this.#patterns > maxPatterns ? `it has ${this.#patterns} patterns, of ${maxPatterns}` : undefined;
  }

  look(schema: JsonObject): void {
    this.index.addResource(ownBase, schema);
    this.#waiting.push({ schema, base: ownBase, path: undefined });
    for (let part = this.#waiting.pop(); part !== undefined && !this.isCut; part = this.#waiting.pop())
      this.#lookAt(part);
    for (const { keyword, reference, base, path } of this.#references) {
      this.steps += referenceSteps;
      if (this.isCut) return;
      const target = this.index.resolve(keyword, reference, base);
      if ('problem' in target) this.#doubt(path, `${keyword} ${target.problem}`);
    }
  }

  #lookAt({ schema, base: outer, path }: Part): void {
    this.steps += 1;
    if (typeof schema === 'boolean') return;
    if (!isJsonObject(schema)) return this.#doubt(path, 'a schema is neither an object nor true or false');
    if (path && Object.hasOwn(schema, '$schema') && dialectOf(schema) !== this.#dialect) {
      return this.#doubt(path, 'a part is of another dialect');
    }
    // Before 2019-09 a reference hides what stands beside it.
    const hides = this.#dialect === 'draft-07' && typeof schema['$ref'] === 'string';
    const base = hides ? outer : this.#name(schema, outer, path);
    this.index.setBase(schema, base);
    const entries = Object.entries(schema);
    this.steps += entries.length >> 3;
    for (const [name, value] of entries) {
      const keyword = hides && !isPlaceOfParts(name) && name !== '$ref' ? undefined : keywordOf(name, this.#dialect);
      if (keyword === undefined) continue;
      const at = { parent: path, key: name };
      if (!keyword.isSound(value)) {
        this.#doubt(at, `${name} is not ${keyword.wants}`);
        continue;
      }
      if (typeof value === 'string') this.#lookAtText(name, value, { schema, base, path: at });
      for (const [key, part] of partsOf(keyword.holds, value)) {
        this.#waiting.push({ schema: part, base, path: key === undefined ? at : { parent: at, key } });
        if (name === 'patternProperties') this.#lookAtPattern(String(key), { parent: at, key: String(key) });
      }
      if (name === 'anyOf' || name === 'oneOf' || name === 'allOf')
        this.#branches += (value as readonly unknown[]).length;
    }
  }

  /** Remembers its names; the base of what is in it. */
  #name(schema: JsonObject, outer: string, path: Path | undefined): string {
    const { $id, $anchor, $dynamicAnchor } = schema;
    let base = outer;
    if (typeof $id === 'string') {
      this.steps += referenceSteps;
      const [resource, fragment] = splitFragment(resolveUri($id, outer) ?? outer);
      if (fragment !== '') this.index.addAnchor(fragment, schema, outer);
      if (resource !== outer && !this.index.addResource(resource, schema)) {
        this.#doubt(path, '$id is there twice');
      }
      base = resource;
    }
    if (typeof $anchor === 'string' && this.#dialect !== 'draft-07') this.index.addAnchor($anchor, schema, base);
    if (typeof $dynamicAnchor === 'string' && this.#dialect === '2020-12') {
      this.index.addDynamicAnchor($dynamicAnchor, schema, base);
    }
    return base;
  }

  #lookAtText(name: string, text: string, part: Part): void {
    if (name === 'pattern') this.#lookAtPattern(text, part.path);
    if (referenceKeywords.includes(name)) this.#references.push({ ...part, keyword: name, reference: text });
  }

  #lookAtPattern(pattern: string, path: Path | undefined): void {
    this.#patterns += 1;
    if (this.#patterns > this.#limits.maxPatterns) return;
    this.steps += 1 + Math.ceil(Math.min(pattern.length, this.#limits.maxPatternLength) / charactersPerStep);
    const problem = patternProblem(pattern, this.#limits.maxPatternLength);
    if (problem !== undefined) this.#doubt(path, problem);
  }

  #doubt(path: Path | undefined, reason: string): void {
    this.doubts += 1;
    this.doubt ??= path === undefined ? reason : `${pointerOf(path)}: ${reason}`;
  }
}

function isPlaceOfParts(name: string): boolean {
  return name === '$defs' || name === 'definitions';
}

/** The schemas of a keyword, each with its key if it has one. */
function* partsOf(
  holds: Holds | undefined,
  value: unknown,
): Generator<readonly [key: string | number | undefined, part: unknown]> {
  if (holds === undefined) return;
  if (holds === 'list' || (holds === 'schema-or-list' && Array.isArray(value))) {
    yield* (value as readonly unknown[]).entries();
  } else if (holds === 'map' || holds === 'map-of-schemas-or-names') {
    for (const [key, part] of Object.entries(value as JsonObject)) {
      if (holds === 'map' || !Array.isArray(part)) yield [key, part];
    }
  } else {
    yield [undefined, value];
  }
}
