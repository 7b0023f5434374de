import { describe, expect, test } from 'vitest';
import { openLab } from '../support/lab.ts';

// Three that ask for new code.

describe('your homework', () => {
  test('a run ends with all that it started', { meta: { id: 'process-group' } }, async (context) => {
    const lab = await openLab(context);
    const caller = new AbortController();
    const run = lab.runMode('family', ['stubborn'], { signal: caller.signal });
    await lab.noted('deaf', run);
    caller.abort();
    expect((await run.value()).ending, 'ending of a run with a helper').toBe('aborted');
    await lab.proveNothingLeft(caller.signal);
  });

  test('an exit is an exit, whoever holds the pipes', { meta: { id: 'held-pipes' } }, async (context) => {
    const lab = await openLab(context);
    for (const stdio of ['inherit', 'ignore']) {
      const result = await lab.runMode('leave', ['asleep', stdio]).value();
      expect(result.ending, 'ending of a run that leaves a helper behind').toBe('exited');
      expect(result.exitCode, 'exitCode of a run that leaves a helper behind').toBe(0);
      expect(result.stdout.text, 'the output of a run that leaves a helper behind').toBe('done');
    }
    await lab.proveNothingLeft();
  });

  test('nobody types: stdin has ended', { meta: { id: 'stdin-closed' } }, async (context) => {
    const lab = await openLab(context);
    const { stdout } = await lab.runMode('read').value();
    expect(stdout.text, 'bytes that a process can read from its stdin').toBe('0');
    await lab.proveNothingLeft();
  });
});
