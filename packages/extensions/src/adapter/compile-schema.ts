import { isJsonObject, type JsonObject } from '../wire/message.ts';
import { refuse } from './ask.ts';
import type { CompiledSchema, Test } from './compiled-schema.ts';
import { enumKeywords } from './enum-keywords.ts';
import { itemWalks, unevaluatedItems } from './item-keywords.ts';
import { logicWalks, referenceWalks } from './logic-keywords.ts';
import { memberWalks, plainMembers, unevaluatedMembers } from './member-keywords.ts';
import { dialectOf, type Dialect } from './schema-dialect.ts';
import { keywordOf } from './schema-keywords.ts';
import type { SchemaLimits } from './schema-limits.ts';
import { SchemaSource, type SchemaContext } from './schema-source.ts';
import { ownBase } from './schema-index.ts';
import { surveySchema } from './schema-survey.ts';
import { valueTests } from './value-keywords.ts';

const everything: CompiledSchema = { tests: [], walks: [], needsEvaluated: false };
const nothing: CompiledSchema = {
  tests: [(_, place) => refuse(place, 'is not allowed')],
  walks: [],
  needsEvaluated: false,
};

/**
 * Makes a schema ready: only itself, and each of its parts when a value first meets it. Shares nothing with other schemas,
 * and writes nothing to this one.
 */
export function compileSchema(schema: JsonObject, limits: SchemaLimits): CompiledSchema {
  const { dialect, index, doubt = '' } = surveySchema(schema, limits);
  if (dialect === undefined) return doubtful(doubt);
  const compiled = new Map<unknown, CompiledSchema>();
  const compile = (part: unknown, base: string): CompiledSchema => {
    if (typeof part === 'boolean') return part ? everything : nothing;
    if (!isJsonObject(part)) return doubtful('a schema is neither an object nor true or false');
    const known = compiled.get(part);
    if (known) return known;
    const made = compileOne(part, index.baseOf(part, base), { dialect, index, limits, compile });
    compiled.set(part, made);
    return made;
  };
  return compile(schema, ownBase);
}

function compileOne(schema: JsonObject, base: string, context: SchemaContext): CompiledSchema {
  const { dialect } = context;
  const source = new SchemaSource(schema, base, context);
  const alone = dialect === 'draft-07' && source.text('$ref') !== undefined;
  if (alone) return { tests: [], walks: referenceWalks(source), needsEvaluated: false };
  if (Object.hasOwn(schema, '$schema') && dialectOf(schema) !== dialect)
    return doubtful('a part is of another dialect');
  const enums = enumKeywords(source);
  const unevaluated = [...unevaluatedMembers(source), ...unevaluatedItems(source)];
  const members = plainMembers(source);
  const walks = [...enums.walks, ...memberWalks(source), ...itemWalks(source), ...logicWalks(source), ...unevaluated];
  return {
    tests: [...valueTests(source), ...enums.tests, ...unsoundTests(schema, dialect)],
    walks,
    needsEvaluated: unevaluated.length > 0,
    members: walks.length === 1 ? members : undefined,
  };
}

/** A keyword that is not what it should be means something to its author: what, is not known. */
function unsoundTests(schema: JsonObject, dialect: Dialect): readonly Test[] {
  return Object.entries(schema).flatMap(([name, value]) => {
    const keyword = keywordOf(name, dialect);
    return keyword === undefined || keyword.isSound(value) ? [] : doubtful(`${name} is not ${keyword.wants}`).tests;
  });
}

function doubtful(reason: string): CompiledSchema {
  return { tests: [(_, place) => place.run.inDoubt(reason)], walks: [], needsEvaluated: false };
}
