import type { JsonObject } from '../wire/message.ts';
import type { SchemaLimits } from './schema-limits.ts';
import { surveySchema } from './schema-survey.ts';
import type { SchemaVerdict } from './schema-verdict.ts';

/** What can be checked of a schema that is within the budget. */
export function judgeSchema(schema: JsonObject, limits: SchemaLimits): SchemaVerdict {
  const { dialect, doubts } = surveySchema(schema, limits);
  const [first] = doubts;
  if (first === undefined) return { status: 'checked' };
  const reason = doubts.length === 1 ? first : `${first}, and ${doubts.length - 1} more`;
  return { status: 'unchecked', reason, ...(dialect === undefined ? {} : { partly: true }) };
}
