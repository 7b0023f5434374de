import { isAlive, waitUntilGone, watchResources } from '@coding-agent/fixture-servers/testing';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startFixture, startScript } from './support/recorded.ts';
import { stayAtTerm } from './support/scripts.ts';

it('C-31: a server that leaves at the end of stdin gets no signal', async () => {
  // A grace that would be longer than the test.
  const { server, recorded } = startFixture({ mode: 'normal' }, { graces: { stdinMs: 60_000 } });
  await recorded.shakeHands();
  const { survivors } = await recorded.close();
  expect(survivors).toEqual([]);
  expect(recorded.transport.state).toEqual({ kind: 'exited', exitCode: 0, signal: null, step: 'stdin-ended' });
  expect(server.journal().filter(({ event }) => event === 'signal')).toEqual([]);
  await waitUntilGone(server.pids(), { deadlineMs: 0 });
});

it('C-31: a server that ignores the end of stdin gets SIGTERM after the first grace', async () => {
  // A long second grace: on a busy machine SIGTERM may take its time.
  const graces = { stdinMs: 300, terminateMs: 10_000, killMs: 10_000 };
  const { server, recorded } = startFixture({ mode: 'ignore-stdin-end' }, { graces });
  await recorded.shakeHands();
  const { survivors, ms } = await recorded.close();
  expect(survivors).toEqual([]);
  expect(ms).toBeGreaterThan(280);
  expect(recorded.transport.state).toMatchObject({ signal: 'SIGTERM', step: 'terminated' });
  await waitUntilGone(server.pids(), { deadlineMs: 0 });
});

it('C-31: a server that ignores everything is killed when the usual graces are over', async () => {
  const { server, recorded } = startFixture({ mode: 'ignore-sigterm' });
  await recorded.shakeHands();
  const { survivors, ms } = await recorded.close();
  expect(survivors).toEqual([]);
  expect(ms).toBeGreaterThan(1950);
  expect(recorded.transport.state).toMatchObject({ signal: 'SIGKILL', step: 'killed' });
  expect(server.journal().filter(({ event }) => event === 'signal')).toHaveLength(1);
  await waitUntilGone(server.pids(), { deadlineMs: 0 });
});

it('C-31: a server that closed its stdin cannot hear its end, and gets SIGTERM at once', async () => {
  const { server, recorded } = startFixture({ mode: 'stdin-closed-early' }, { graces: { stdinMs: 60_000 } });
  await recorded.shakeHands();
  await server.waitFor(({ event }) => event === 'fault');
  recorded.callTool('echo', { value: 'x' });
  await recorded.end();
  const { survivors } = await recorded.close();
  expect(survivors).toEqual([]);
  expect(recorded.transport.state).toMatchObject({ signal: 'SIGTERM', step: 'terminated' });
});

it('C-31: a second close is the same close', async () => {
  const { recorded } = startFixture({ mode: 'normal' });
  const first = recorded.transport.close();
  expect(recorded.transport.close()).toBe(first);
  await first;
  expect(recorded.transport.close()).toBe(first);
  expect(recorded.ends).toEqual([expect.objectContaining({ code: 'CLIENT_CLOSED' })]);
});

it('C-31: closing in the turn of opening ends the process', async () => {
  const recorded = startScript(stayAtTerm, { graces: { stdinMs: 50, terminateMs: 50, killMs: 10_000 } });
  const { survivors } = await recorded.close();
  expect(survivors).toEqual([]);
  expect(isAlive(recorded.transport.pid ?? 0)).toBe(false);
});

it('C-34: nothing is held after close, whatever the server did', async () => {
  const watch = watchResources({ folder: fileURLToPath(new URL('../../src', import.meta.url)) });
  try {
    for (const mode of ['normal', 'ignore-sigterm', 'grandchild'] as const) {
      const { recorded } = startFixture({ mode }, { graces: { stdinMs: 100, terminateMs: 100, killMs: 10_000 } });
      await recorded.shakeHands();
      await recorded.close();
    }
    await watch.settled({ deadlineMs: 5_000 });
    expect([...watch.timers(), watch.children(), watch.pipes()]).toEqual([0, 0]);
  } finally {
    watch.stop();
  }
});
