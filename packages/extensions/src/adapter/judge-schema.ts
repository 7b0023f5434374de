import type { JsonObject } from '../wire/message.ts';
import type { SchemaLimits } from './schema-limits.ts';
import { surveySchema } from './schema-survey.ts';
import type { SchemaVerdict } from './schema-verdict.ts';

/**
 * What the schemas of one server may cost to look through, about a microsecond each: it is done in one piece. Ten times what
 * the largest servers need.
 */
const maxSteps = 20_000;

/** Judges the schemas of one server, each within the budget, one after the other. */
export class SchemaJudge {
  readonly #limits: SchemaLimits;
  #stepsLeft = maxSteps;

  constructor(limits: SchemaLimits) {
    this.#limits = limits;
  }

  /** What can be checked of a schema. Of the ones that come when there is nothing left to spend, only its first check knows. */
  judge(schema: JsonObject): SchemaVerdict {
    if (this.#stepsLeft <= 0) return tooMuch;
    const { dialect, doubt, doubts, isCut, steps } = surveySchema(schema, this.#limits, this.#stepsLeft);
    this.#stepsLeft -= steps;
    if (isCut) return tooMuch;
    if (doubt === undefined) return { status: 'checked' };
    const reason = doubts === 1 ? doubt : `${doubt}, and ${doubts - 1} more`;
    return { status: 'unchecked', reason, ...(dialect === undefined ? {} : { partly: true }) };
  }
}

const tooMuch: SchemaVerdict = {
  status: 'unchecked',
  reason: 'the schemas of the server are too much to look through before one is used',
  partly: true,
};
