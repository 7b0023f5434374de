import type { ToolOutcome } from '@coding-agent/extensions';
import { exitCodes } from '../exit-codes.ts';
import type { ToolTarget } from '../input/target.ts';
import type { CommandResult } from '../result.ts';
import { seeTools, type Advice } from './advice.ts';
import type { Style } from './style.ts';
import { visible, visibleJson, visibleLine } from './visible.ts';

export interface OutcomeOptions {
  readonly style: Style;
  readonly advice: Advice;
  /** Of stdout: a terminal gets visible characters, a pipe what the server said. */
  readonly isTerminal: boolean;
}

/**
 * What a call came to. The text of a tool that ran goes to stdout as it is; that of one that says it failed goes to stderr, so
 * that nothing in a pipe takes it for an answer.
 */
export function outcomeResult(target: ToolTarget, outcome: ToolOutcome, options: OutcomeOptions): CommandResult {
  const { server, tool } = target;
  const { isError, content, structuredContent, structuredVerdict, truncations } = outcome;
  const text = textOf(outcome, options);
  const notes = truncations.map(
    ({ what, bytes, keptBytes }) => `warning: ${what} was cut: ${keptBytes} of ${bytes} bytes are shown`,
  );
  if (structuredVerdict?.status === 'rejected') {
    notes.push(
      `warning: the structured content is not what the tool promised: ${visibleLine(structuredVerdict.reason)}`,
    );
  }
  const document = {
    server,
    tool,
    isError,
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(structuredVerdict === undefined ? {} : { structuredVerdict }),
    ...(truncations.length > 0 ? { truncations } : {}),
  };
  if (!isError) return { exitCode: exitCodes.ok, document, text, notes };
  const failure = [
    `${options.style.bad('error:')} ${visibleLine(server)}/${visibleLine(tool)} says that it failed:`,
    ...visible(text).trimEnd().split('\n'),
    `  → see what it takes: ${seeTools(server, options.advice)}`,
  ];
  return { exitCode: exitCodes.toolError, document, text: '', notes: [...failure, ...notes] };
}

/** The text of all blocks; of a tool that only gives structured content, that. */
function textOf({ text, content, structuredContent }: ToolOutcome, { isTerminal }: OutcomeOptions): string {
  const isEmpty = content.length === 0 && structuredContent !== undefined;
  const whole = isEmpty ? visibleJson(structuredContent, 2) : isTerminal ? visible(text) : text;
  return whole === '' || whole.endsWith('\n') ? whole : `${whole}\n`;
}
