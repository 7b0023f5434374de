import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { describe, expect, it } from 'vitest';
import { startFixture, startScript, words } from './support/recorded.ts';
import { stay } from './support/scripts.ts';

const quick = { stdinMs: 100, terminateMs: 100, killMs: 10_000 };
/** A pipe cannot have taken it. */
const moreThanAPipe = 'y'.repeat(2 ** 20);

describe('C-30: the end of a server', () => {
  it('is told with exit code and the last words on stderr', async () => {
    const recorded = startScript(`process.stderr.write('the last words\\n'); process.exitCode = 7;`);
    expect(await recorded.end()).toEqual({
      code: 'MCP_PROCESS_EXIT',
      message: 'the server exited with code 7',
      exitCode: 7,
      signal: null,
      stderrTail: 'the last words\n',
      stderrTruncated: false,
    });
    expect(recorded.transport.state).toEqual({ kind: 'exited', exitCode: 7, signal: null, step: undefined });
  });

  it('is told with the signal that ended it', async () => {
    const recorded = startScript(`process.kill(process.pid, 'SIGKILL'); ${stay}`);
    expect(await recorded.end()).toMatchObject({ code: 'MCP_PROCESS_EXIT', exitCode: null, signal: 'SIGKILL' });
  });

  it('comes after the answers that it still gave', async () => {
    const answers = 2000;
    const recorded = startScript(`
      const line = JSON.stringify({ jsonrpc: '2.0', method: 'x', params: { text: 'y'.repeat(100) } }) + '\\n';
      process.stdout.write(line.repeat(${answers}), () => process.exit(1));`);
    await recorded.end();
    expect(recorded.messages).toHaveLength(answers);
    expect(words(recorded).at(-1)).toBe('close');
  });

  it('leaves a moment for what is still in the pipe: here a helper writes after the server is gone', async () => {
    const helper = `process.once('disconnect', () => setTimeout(() => console.log('{"jsonrpc":"2.0","method":"late"}'), 10)); process.send('ready');`;
    const recorded = startScript(`
      require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(helper)}], { stdio: ['ignore', 1, 2, 'ipc'] })
        .once('message', () => process.exit(1));`);
    expect(await recorded.end()).toMatchObject({ exitCode: 1 });
    expect(recorded.messages).toMatchObject([{ kind: 'notification', method: 'late' }]);
  });

  it('in half a line gives no message', async () => {
    const { recorded } = startFixture({ mode: 'half-line-exit' });
    await recorded.shakeHands();
    recorded.callTool('echo', { value: 'x' });
    expect(await recorded.end()).toMatchObject({ code: 'MCP_PROCESS_EXIT', exitCode: 7 });
    expect(recorded.messages).toHaveLength(1);
  });

  it('does not wait for a grandchild that holds the pipes', async () => {
    const { server, recorded } = startFixture({ mode: 'grandchild' });
    await recorded.shakeHands();
    recorded.callTool('exit', { code: 3 });
    expect(await recorded.end()).toMatchObject({ code: 'MCP_PROCESS_EXIT', exitCode: 3 });
    // The grandchild still holds them: its own end comes later, by our hand.
    await waitUntilGone(server.pids(), { deadlineMs: 10_000 });
  });

  it('is its stdout, when it closed that and lives on', async () => {
    const { server, recorded } = startFixture({ mode: 'stdout-closed' }, { graces: quick });
    await recorded.shakeHands();
    recorded.callTool('never');
    expect(await recorded.end()).toMatchObject({
      code: 'MCP_PROCESS_EXIT',
      exitCode: null,
      signal: null,
      message: 'the server closed its stdout and still runs',
    });
    await waitUntilGone(server.pids(), { deadlineMs: 10_000 });
  });

  it('is its stdin, when it closed that and lives on: the write fails first', async () => {
    const { server, recorded } = startFixture({ mode: 'stdin-closed-early' }, { graces: quick });
    await recorded.shakeHands();
    await server.waitFor(({ event }) => event === 'fault');
    recorded.callTool('echo', { value: 'x' });
    expect(await recorded.end()).toMatchObject({
      code: 'MCP_PROCESS_EXIT',
      exitCode: null,
      signal: null,
      message: 'the server closed its stdin and still runs',
    });
    expect(words(recorded).slice(-2)).toEqual(['not sent', 'close']);
    await waitUntilGone(server.pids(), { deadlineMs: 10_000 });
  });

  it('is the reason of a write that failed because of it, and told before it', async () => {
    // It never reads: the pipe is full when it exits, and breaks by that.
    const recorded = startScript(`
      console.log(JSON.stringify({ jsonrpc: '2.0', method: 'ready' })); setTimeout(() => process.exit(9), 30);`);
    await recorded.until(() => recorded.messages[0], 'the first message');
    recorded.send({ method: 'x', params: { text: moreThanAPipe } });
    expect(await recorded.end()).toMatchObject({ exitCode: 9 });
    await recorded.until(() => (recorded.happenings.at(-1)?.what === 'sent' ? true : undefined), 'done');
    expect(words(recorded)).toEqual(['message', 'close', 'not sent']);
  });

  it('settles every write that was still waiting, each once', async () => {
    const recorded = startScript(`${stay} setTimeout(() => process.exit(4), 200);`);
    const sent = [1, 2, 3].map(() => recorded.send({ method: 'x', params: { text: moreThanAPipe } }));
    expect(sent).toEqual([false, false, false]);
    await recorded.end();
    await recorded.until(() => (words(recorded).length === 4 ? true : undefined), 'three settled writes');
    expect(words(recorded)).toEqual(['close', 'not sent', 'not sent', 'not sent']);
  });

  it('is told once, and what comes later changes nothing', async () => {
    const { recorded } = startFixture({ mode: 'exit-on-start' });
    expect(await recorded.end()).toMatchObject({ exitCode: 7 });
    const first = await recorded.close();
    expect(first.survivors).toEqual([]);
    expect(recorded.ends).toHaveLength(1);
  });
});
