import { ArgumentValidator, type CheckResult } from '../../../src/adapter/argument-validator.ts';
import { judgeTools, type JudgedTool } from '../../../src/adapter/judge-tools.ts';
import type { SchemaLimits } from '../../../src/adapter/schema-limits.ts';
import type { SchemaVerdict } from '../../../src/adapter/schema-verdict.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** A validator as the adapter makes it: for the output schema, which may be of any type. */
export function validatorOf(outputSchema: Schema, limits: Partial<SchemaLimits> = {}): ArgumentValidator {
  return new ArgumentValidator(outputSchema, verdictOf(outputSchema, limits), limits);
}

export function verdictOf(outputSchema: Schema, limits: Partial<SchemaLimits> = {}): SchemaVerdict {
  const tool = { name: 'tool', description: '', inputSchema: { type: 'object' }, outputSchema };
  const judged: JudgedTool | undefined = judgeTools([tool], limits).kept[0];
  return judged?.output ?? { status: 'rejected', reason: 'the tool was not kept' };
}

/** In a word. */
export function outcomeOf(result: CheckResult): 'fits' | 'does not fit' | 'unchecked' {
  if (!result.ok) return 'does not fit';
  return result.verdict.status === 'checked' ? 'fits' : 'unchecked';
}

export async function check(schema: Schema, value: unknown, limits: Partial<SchemaLimits> = {}): Promise<CheckResult> {
  return validatorOf(schema, limits).check(value);
}

/** The problems of a value that does not fit, as `path message`. */
export async function problemsOf(schema: Schema, value: unknown): Promise<readonly string[]> {
  const result = await check(schema, value);
  return result.ok ? [] : result.problems.map(({ path, message }) => `${path} ${message}`.trim());
}
