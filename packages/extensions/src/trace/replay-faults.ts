import { McpClientError } from '../errors.ts';
import { printable } from '../wire/printable.ts';
import { fault as faultSchema, type Fault, type FrameChoice } from './fault.ts';
import type { ReplayScript, ServerLine, ServerStep } from './replay-script.ts';

/** What becomes of one line of the server; without a member nothing does. */
export interface FaultEffects {
  readonly drop?: true;
  readonly delayMs?: number;
  /** It waits for this one. */
  readonly after?: ServerLine;
  readonly times?: number;
  readonly cut?: { readonly byte: number; readonly rest: 'next-line' | 'never' };
  readonly crash?: { readonly byte: number; readonly exitCode: number | null; readonly signal: string | null };
}

/** A script whose lines stand where the faults put them, and what becomes of each. */
export interface FaultyScript extends ReplayScript {
  readonly effects: ReadonlyMap<ServerLine, FaultEffects>;
}

/**
 * The scripts with these faults. A line can have several: later ones are added to, or take the place of, earlier ones.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`: a fault is none, or chooses a line that is not there
 */
export function withFaults(scripts: readonly ReplayScript[], faults: readonly Fault[]): FaultyScript[] {
  const effects = new Map<ServerLine, FaultEffects>();
  const servers = scripts.map(({ server }) => [...server]);
  for (const [index, given] of faults.entries()) {
    const result = faultSchema.safeParse(given);
    const [issue] = result.error?.issues ?? [];
    if (!result.success) throw invalid(index, printable(`${issue?.path.join('.')}: ${issue?.message}`));
    const lineOf = (choice: FrameChoice): ServerLine => choose(scripts, choice, index);
    const line = lineOf(result.data.at);
    if (result.data.fault === 'reorder') swap(servers, line, lineOf(result.data.with));
    else effects.set(line, { ...effects.get(line), ...effectOf(result.data, lineOf) });
  }
  return scripts.map((script, index) => ({ ...script, server: servers[index] ?? [], effects }));
}

function effectOf(
  fault: Exclude<Fault, { readonly fault: 'reorder' }>,
  lineOf: (choice: FrameChoice) => ServerLine,
): FaultEffects {
  switch (fault.fault) {
    case 'drop':
      return { drop: true };
    case 'delay':
      return { delayMs: fault.ms };
    case 'hold':
      return { after: lineOf(fault.after) };
    case 'duplicate':
      return { times: fault.times ?? 2 };
    case 'cut':
      return { cut: { byte: fault.byte, rest: fault.rest } };
    case 'crash': {
      const { byte = 0, signal = null, exitCode = signal === null ? 1 : null } = fault;
      return { crash: { byte, exitCode, signal } };
    }
  }
}

function choose(scripts: readonly ReplayScript[], choice: FrameChoice, index: number): ServerLine {
  const { connection = 1, nth = 1 } = choice;
  const lines = (scripts[connection - 1]?.server ?? []).map(({ content }) => content).filter(isLine);
  const line = lines.filter((one) => fits(one, choice))[nth - 1];
  if (line === undefined) throw invalid(index, `there is no line of the server that is ${JSON.stringify(choice)}`);
  return line;
}

function isLine(content: ServerStep['content']): content is ServerLine {
  return content.type === 'line';
}

function fits({ frame, facts, about }: ServerLine, choice: FrameChoice): boolean {
  const of = facts.kind === 'answer' ? about?.facts : facts;
  const method = of !== undefined && 'method' in of ? of.method : undefined;
  const tool = of?.kind === 'request' ? of.tool : undefined;
  const is = { frame, kind: facts.kind, method, tool };
  return (['frame', 'kind', 'method', 'tool'] as const).every(
    (name) => choice[name] === undefined || choice[name] === is[name],
  );
}

/** Each stands where the other one stood. They may be of two connections. */
function swap(servers: readonly ServerStep[][], one: ServerLine, other: ServerLine): void {
  for (const server of servers) {
    for (const [at, step] of server.entries()) {
      if (step.content === one) server[at] = { ...step, content: other };
      else if (step.content === other) server[at] = { ...step, content: one };
    }
  }
}

function invalid(index: number, why: string): McpClientError {
  return new McpClientError('MCP_INVALID_CONFIG', `faults[${index}]: ${why}`);
}
