import { free, namesIn, type MessageRule } from './message-rule.ts';

const count: MessageRule = { scalar: 'count' };

/** A keyword that holds schemas has to name the rule that it is part of. */
const members: Record<string, MessageRule> = {};

/**
 * A JSON Schema: its keywords, types and sizes say how a tool is called and nothing of anybody. The names of properties,
 * what is fixed, allowed or described, is the server's own.
 */
export const schemaRule: MessageRule = { members };

const schemas: MessageRule = { items: schemaRule };
const named: MessageRule = { others: schemaRule };
/** A schema, or a list of them; also a list of names. */
const either: MessageRule = { members, items: schemaRule };

const types = namesIn('null boolean number integer string array object');
const type: MessageRule = { scalar: 'word', words: types, items: { scalar: 'word', words: types } };

/** Formats that are words of the standard. Source: JSON Schema 2020-12, validation, 7.3. */
const formats = namesIn(`
  date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri uuid uri-template
  json-pointer regex
`);
const dialects = namesIn(`
  https://json-schema.org/draft/2020-12/schema https://json-schema.org/draft/2019-09/schema
  http://json-schema.org/draft-07/schema# http://json-schema.org/draft-07/schema
  http://json-schema.org/draft-06/schema#
`);

Object.assign(members, {
  $schema: { scalar: 'word', words: dialects },
  $ref: { scalar: 'reference' },
  $defs: named,
  definitions: named,
  type,
  format: { scalar: 'word', words: formats },
  pattern: { scalar: 'pattern' },
  properties: named,
  patternProperties: named,
  dependentSchemas: named,
  dependencies: { others: either },
  items: either,
});
for (const keyword of namesIn('allOf anyOf oneOf prefixItems')) members[keyword] = schemas;
for (const keyword of namesIn(`
  not if then else additionalProperties propertyNames contains additionalItems unevaluatedItems unevaluatedProperties
`)) {
  members[keyword] = schemaRule;
}
for (const keyword of namesIn(`
  minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains
`)) {
  members[keyword] = count;
}
// Keywords whose values are the server's own.
for (const keyword of namesIn(`
  $id $anchor $comment $dynamicRef $dynamicAnchor title description default examples enum const minimum maximum
  exclusiveMinimum exclusiveMaximum multipleOf required uniqueItems dependentRequired readOnly writeOnly deprecated
  contentEncoding contentMediaType enumNames
`)) {
  members[keyword] = free;
}
