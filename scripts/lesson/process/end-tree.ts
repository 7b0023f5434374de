import { waitUntilGone } from '@coding-agent/fixture-servers/testing';

/** Ends processes that a run left behind, by pid, and waits until they are gone. */
export async function endTree(pids: readonly number[]): Promise<void> {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // gone already, which is all we want
    }
  }
  await waitUntilGone(pids, { deadlineMs: 2000 }).catch(() => undefined);
}
