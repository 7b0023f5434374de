import type { Context } from '../context.ts';
import { inputPrompt } from '../input/ask-input.ts';
import { counted } from '../output/counted.ts';
import { shellWord } from '../output/shell-word.ts';
import { tell } from '../output/sink.ts';
import { visibleLine } from '../output/visible.ts';
import type { Recording } from '../traces.ts';
import type { Session, Workspace } from './workspace.ts';

/**
 * Does something with servers and ends them all, however it ends. On stderr is told what was noticed on the way, and what
 * could not be ended: that a person must do himself.
 */
export async function withSession<T>(
  context: Context,
  workspace: Workspace,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { host, progress, questions, globals, traces } = context;
  const recording = globals.trace === undefined ? undefined : await traces.begin(globals.trace);
  const session = workspace.openSession({
    askInput: inputPrompt(questions, progress),
    timeoutMs: globals.timeoutMs,
    trace: recording?.trace,
  });
  try {
    return await work(session);
  } finally {
    progress.step('ending the servers');
    const left = await session.close();
    await recording?.trace.close();
    progress.clear();
    for (const notice of session.notices()) await tell(host.stderr, `warning: ${visibleLine(notice)}\n`);
    for (const { pid, command } of left) {
      await tell(
        host.stderr,
        `warning: process ${pid} could not be ended: ${visibleLine(command)}\n  → end it yourself\n`,
      );
    }
    if (recording !== undefined)
      for (const line of traceLines(recording, globals.trace ?? '')) await tell(host.stderr, line);
  }
}

/** Where the trace is, and what is missing in it. */
function traceLines({ trace, problems }: Recording, file: string): string[] {
  const name = visibleLine(file);
  return [
    ...problems.map((problem) => `warning: ${visibleLine(problem)}\n`),
    ...(trace.dropped > 0
      ? [`warning: ${counted(trace.dropped, 'record of the trace was', 'records of the trace were')} lost\n`]
      : []),
    `the trace is in ${name}\n  → see it: mcp trace show ${shellWord(file)}; draw it: mcp trace view ${shellWord(file)}\n`,
  ];
}
