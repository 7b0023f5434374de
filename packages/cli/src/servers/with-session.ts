import type { Context } from '../context.ts';
import { inputPrompt } from '../input/ask-input.ts';
import { tell } from '../output/sink.ts';
import { visibleLine } from '../output/visible.ts';
import type { Session, Workspace } from './workspace.ts';

/**
 * Does something with servers and ends them all, however it ends. On stderr is told what was noticed on the way, and what
 * could not be ended: that a person must do himself.
 */
export async function withSession<T>(
  { host, progress, questions, globals }: Context,
  workspace: Workspace,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = workspace.openSession({ askInput: inputPrompt(questions, progress), timeoutMs: globals.timeoutMs });
  try {
    return await work(session);
  } finally {
    progress.step('ending the servers');
    const left = await session.close();
    progress.clear();
    for (const notice of session.notices()) await tell(host.stderr, `warning: ${visibleLine(notice)}\n`);
    for (const { pid, command } of left) {
      await tell(
        host.stderr,
        `warning: process ${pid} could not be ended: ${visibleLine(command)}\n  → end it yourself\n`,
      );
    }
  }
}
