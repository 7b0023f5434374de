import { missingInputSchema, type Tool } from '../protocol/tool.ts';
import { cutText } from './cut-text.ts';
import { SchemaJudge } from './judge-schema.ts';
import { measureSchema } from './schema-budget.ts';
import { defaultSchemaLimits, type SchemaLimits } from './schema-limits.ts';
import type { SchemaVerdict } from './schema-verdict.ts';

/** A tool that can be used, and whether its arguments and its structured content are checked. */
export interface JudgedTool {
  /** As the server sent it, but for what was too long of its description and title. */
  readonly tool: Tool;
  readonly input: SchemaVerdict;
  /** Undefined for a tool without an output schema. Never `rejected`: nobody but us reads that schema. */
  readonly output?: SchemaVerdict;
}

/** A tool that is left out, and why. */
export interface RejectedTool {
  /** Its own name; for one without a name, its place in the list. */
  readonly toolName: string;
  readonly reason: string;
}

/** Each tool that a server listed is in one of the two, in the order of the list. */
export interface JudgedTools {
  readonly kept: readonly JudgedTool[];
  readonly rejected: readonly RejectedTool[];
}

/**
 * Decides which of a server's tools can be used. One bad tool costs no other. Nothing is compiled yet, and nothing a server
 * can list takes more than some milliseconds.
 *
 * Tools of the same name are all left out: which of them a call would reach, nobody knows. So are names that differ in case
 * only: some models and their APIs do not tell them apart.
 */
export function judgeTools(tools: readonly Tool[], limits: Partial<SchemaLimits> = {}): JudgedTools {
  const bounds = { ...defaultSchemaLimits, ...limits };
  const spellings = new Map<string, string[]>();
  for (const { name } of tools) {
    const folded = name.toLowerCase();
    const known = spellings.get(folded);
    if (known) known.push(name);
    else spellings.set(folded, [name]);
  }
  const kept: JudgedTool[] = [];
  const rejected: RejectedTool[] = [];
  const judge = new SchemaJudge(bounds);
  let bytes = 0;
  let work = 0;
  for (const tool of tools) {
    let reason =
      ambiguity(tool.name, spellings.get(tool.name.toLowerCase()) ?? []) ?? surplus(kept.length, work, bounds);
    if (reason === undefined) {
      const measured = measureTool(tool, bounds);
      // Also of what is left out: it was walked.
      work += measured.work;
      if (measured.problem === undefined && bytes + measured.bytes <= bounds.maxListedBytes) {
        bytes += measured.bytes;
        kept.push(judgeTool(tool, judge, bounds, measured.outputProblem));
        continue;
      }
      reason = measured.problem ?? `with it the tools of the server have more than ${bounds.maxListedBytes} bytes`;
    }
    rejected.push({ toolName: tool.name, reason });
  }
  return { kept, rejected };
}

/** Why there is no place for one more tool. */
function surplus(tools: number, work: number, { maxTools, maxListedNodes }: SchemaLimits): string | undefined {
  if (tools >= maxTools) return `the server has more than ${maxTools} tools`;
  return work > maxListedNodes
    ? `the tools of the server have more than ${maxListedNodes} objects and arrays`
    : undefined;
}

/** What stands against a name that the server uses in these spellings. */
function ambiguity(name: string, spellings: readonly string[]): string | undefined {
  const same = spellings.filter((spelling) => spelling === name).length;
  if (same > 1) return `the server has ${same} tools of this name`;
  return spellings.length > 1 ? 'the server has another tool whose name differs in case only' : undefined;
}

interface Measured {
  readonly bytes: number;
  readonly work: number;
  readonly problem?: string;
  readonly outputProblem?: string;
}

function measureTool(
  { name, title = '', description, inputSchema, outputSchema }: Tool,
  limits: SchemaLimits,
): Measured {
  const input = measureSchema(inputSchema, limits);
  const output = measureSchema(outputSchema ?? {}, limits);
  const texts = [name, title, description].map((text) => Math.min(Buffer.byteLength(text), limits.maxDescriptionBytes));
  const { type } = inputSchema;
  const problem =
    input.problem === undefined
      ? isObjectType(type)
        ? undefined
        : 'its input schema is of no object: arguments always are one'
      : `its input schema is too large: ${input.problem}`;
  return {
    bytes: [...texts, input.bytes, output.bytes].reduce((sum, bytes) => sum + bytes, 0),
    work: input.work + output.work,
    ...(problem === undefined ? {} : { problem }),
    ...(output.problem === undefined ? {} : { outputProblem: `it is too large: ${output.problem}` }),
  };
}

/** MCP wants `type: "object"`; that it is missing, or one of several, is forgiven. */
function isObjectType(type: unknown): boolean {
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
}

function judgeTool(
  tool: Tool,
  judge: SchemaJudge,
  limits: SchemaLimits,
  outputProblem: string | undefined,
): JudgedTool {
  const { inputSchema, outputSchema, title, description } = tool;
  const bounded = {
    ...tool,
    ...(title === undefined ? {} : { title: shortened(title, limits.maxDescriptionBytes) }),
    description: shortened(description, limits.maxDescriptionBytes),
  };
  const input: SchemaVerdict =
    inputSchema === missingInputSchema
      ? { status: 'unchecked', reason: 'the server gave no input schema: any object is taken', partly: true }
      : judge.judge(inputSchema);
  if (outputSchema === undefined) return { tool: bounded, input };
  const output: SchemaVerdict =
    outputProblem === undefined ? judge.judge(outputSchema) : { status: 'unchecked', reason: outputProblem };
  return { tool: bounded, input, output };
}

/** The text, or what fits of it and how much there was. */
function shortened(whole: string, maxBytes: number): string {
  const { text, isWhole } = cutText(whole, maxBytes, Infinity);
  return isWhole ? text : `${text}… (${Buffer.byteLength(whole)} bytes)`;
}
