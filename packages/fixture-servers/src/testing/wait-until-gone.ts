import { isAlive, listProcesses } from './process-table.ts';

/** Time between two looks at the table. On Linux one look costs microseconds. */
const pollMs = process.platform === 'linux' ? 2 : 100;

/**
 * Waits until none of the processes runs. A zombie counts as gone: it holds no pipe and no memory, and only its parent
 * can make it disappear.
 *
 * @throws after `deadlineMs` (default 5000), naming each survivor with its command
 */
export async function waitUntilGone(
  pids: number | readonly number[],
  { deadlineMs = 5000 }: { deadlineMs?: number } = {},
): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  let alive = [pids].flat();
  for (;;) {
    alive = alive.filter(isAlive);
    if (alive.length === 0) return;
    if (performance.now() > deadline) throw new Error(describeSurvivors(alive, deadlineMs));
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function describeSurvivors(pids: readonly number[], deadlineMs: number): string {
  const processes = listProcesses();
  const lines = pids.map(
    (pid) => `  ${pid} ${processes.find((candidate) => candidate.pid === pid)?.command ?? '(just gone)'}`,
  );
  return `still running after ${deadlineMs} ms:\n${lines.join('\n')}`;
}
