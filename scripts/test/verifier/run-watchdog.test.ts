import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { listProcesses, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { expect, test } from 'vitest';
import { endTree } from '../../lesson/process/end-tree.ts';

const carrying = (word: string): number[] =>
  listProcesses()
    .filter(({ command, state }) => state === 'running' && command.includes(word))
    .map(({ pid }) => pid);

// V-06: not even a kill -9 of the verifier leaves a loop without end behind, nor its detached child.
test.for(['auto', 'namespace-alone', 'marker'])(
  'a verifier that is killed takes its run along: %s',
  async (how, context) => {
    const word = `doomed-${how}-${process.pid}`;
    const args = ['--import', 'tsx', join(import.meta.dirname, 'doomed-verifier.ts'), how, word];
    const verifier = spawn(process.execPath, args, { stdio: 'ignore' });
    context.onTestFinished(async () => endTree(carrying(word)));
    // The loop's own child is the last to start; the loop, the guard's tools and the verifier carry the word too.
    await expect.poll(() => carrying(`for (;;); ${word}`).length, { timeout: 15_000 }).toBe(1);
    const pids = carrying(word);
    const ended = once(verifier, 'exit');
    verifier.kill('SIGKILL');
    await ended;
    await waitUntilGone(pids, { deadlineMs: 10_000 });
    expect(carrying(word)).toEqual([]);
  },
);
