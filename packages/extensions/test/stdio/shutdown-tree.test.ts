import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fixtureServer } from '@coding-agent/fixture-servers';
import { descendantsOf, isAlive, listProcesses, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { expect, it } from 'vitest';
import { Recorded, startFixture, startScript } from './support/recorded.ts';
import { stay } from './support/scripts.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const quick = { stdinMs: 300, terminateMs: 300, killMs: 10_000 };
const leaveWithStdin = 'process.stdin.resume();';

/** A helper in a session of its own that ignores SIGTERM if told so; its pid comes as a message. */
function helper(options: { detached: boolean; ignoreTerm?: boolean; inherit?: boolean }): string {
  const { detached, ignoreTerm = false, inherit = false } = options;
  const program = `${ignoreTerm ? 'process.on("SIGTERM", () => {});' : ''} setTimeout(() => {}, 30000); process.send?.("ready");`;
  const stdio = inherit ? '["ignore", "inherit", "inherit", "ipc"]' : '["ignore", "ignore", "ignore", "ipc"]';
  return `{
    const helper = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(program)}],
      { detached: ${detached}, stdio: ${stdio} });
    console.error(helper.pid);
    helper.on("message", () => {
      helper.disconnect();
      helper.unref();
      console.log(JSON.stringify({ jsonrpc: "2.0", method: "helper", params: { pid: helper.pid } }));
    });
  }`;
}

async function helperPid(recorded: Recorded): Promise<number> {
  const message = await recorded.until(
    () => recorded.messages.find((each) => each.kind === 'notification' && each.method === 'helper'),
    'the pid of the helper',
  );
  return message.kind === 'notification' ? Number(message.params['pid']) : 0;
}

it.skipIf(process.platform === 'win32')(
  'C-32: a server leads a process group of its own, so no Ctrl-C of ours reaches it',
  () => {
    const { pid } = startScript(leaveWithStdin).transport;
    expect(listProcesses().find((each) => each.pid === pid)?.pgid).toBe(pid);
  },
);

it('C-32: a grandchild that holds the pipes is gone when close resolves', async () => {
  const { server, recorded } = startFixture({ mode: 'grandchild' });
  await recorded.shakeHands();
  expect(server.pids()).toHaveLength(2);
  expect((await recorded.close()).survivors).toEqual([]);
  await waitUntilGone(server.pids(), { deadlineMs: 0 });
});

it('C-32: a grandchild in a session of its own is gone when close resolves', async () => {
  const recorded = startScript(`${leaveWithStdin} ${helper({ detached: true })}`, { graces: quick });
  const pid = await helperPid(recorded);
  expect((await recorded.close()).survivors).toEqual([]);
  expect(isAlive(pid)).toBe(false);
});

it('C-32: a grandchild in a session of its own that ignores SIGTERM is killed, also when the server left by itself', async () => {
  // The server has time to leave by itself, also on a busy machine.
  const graces = { ...quick, stdinMs: 10_000 };
  const recorded = startScript(`${leaveWithStdin} ${helper({ detached: true, ignoreTerm: true })}`, { graces });
  const pid = await helperPid(recorded);
  expect((await recorded.close()).survivors).toEqual([]);
  expect(isAlive(pid)).toBe(false);
  expect(recorded.transport.state).toMatchObject({ exitCode: 0, step: 'stdin-ended' });
});

it('C-32: a grandchild gets SIGTERM before SIGKILL', async () => {
  const script = `${leaveWithStdin} ${helper({ detached: false, ignoreTerm: true })}`;
  const recorded = startScript(script, { graces: { ...quick, terminateMs: 200 } });
  const pid = await helperPid(recorded);
  const { survivors, ms } = await recorded.close();
  expect(survivors).toEqual([]);
  expect(ms).toBeGreaterThan(200);
  expect(isAlive(pid)).toBe(false);
});

it.runIf(process.platform === 'linux')(
  'C-32: a grandchild that lost its parent before closing began, and is in a session of its own, is found by the mark',
  async () => {
    // The parent of the helper is a process in between, which ends at once: the helper is init's.
    const between = helper({ detached: true, inherit: true });
    const recorded = startScript(
      `${leaveWithStdin} require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(between)}], { stdio: ["ignore", 1, 2] });`,
      { graces: quick },
    );
    const pid = await helperPid(recorded);
    const root = recorded.transport.pid ?? 0;
    const descendants = (): number[] => descendantsOf(root).map((each) => each.pid);
    await expect.poll(descendants, { timeout: 10_000, interval: 5 }).not.toContain(pid);
    expect(isAlive(pid)).toBe(true);
    expect((await recorded.close()).survivors).toEqual([]);
    expect(isAlive(pid)).toBe(false);
  },
);

it.runIf(process.platform === 'linux')('C-32: what a server starts in answer to SIGTERM is gone, too', async () => {
  const recorded = startScript(
    `${stay} process.on("SIGTERM", () => { ${helper({ detached: true, ignoreTerm: true })} setTimeout(() => process.exit(0), 150); });
     console.log(JSON.stringify({ jsonrpc: "2.0", method: "ready" }));`,
    { graces: { stdinMs: 50, terminateMs: 2_000, killMs: 10_000 } },
  );
  await recorded.until(() => recorded.messages[0], 'the server');
  expect((await recorded.close()).survivors).toEqual([]);
  const pid = Number(recorded.transport.stderr.text);
  expect(pid).toBeGreaterThan(1);
  expect(isAlive(pid)).toBe(false);
});

it('C-32: the helpers of a server that died are ended without being asked for', async () => {
  const recorded = startScript(`${helper({ detached: false })} process.stdin.on("data", () => process.exit(3));`, {
    graces: quick,
  });
  const pid = await helperPid(recorded);
  recorded.send({ id: 1, method: 'die' });
  expect(await recorded.end()).toMatchObject({ code: 'MCP_PROCESS_EXIT', exitCode: 3, signal: null });
  await waitUntilGone(pid, { deadlineMs: 10_000 });
});

it('C-32: the real server behind `sh -c` is gone when close resolves', async () => {
  const server = fixtureServer({ mode: 'ignore-stdin-end' });
  // With a second command the shell stays between us and the server.
  const line = `"$0" "$@"; exit $?`;
  const recorded = new Recorded({
    executable: '/bin/sh',
    args: ['-c', line, server.executable, ...server.args],
    graces: quick,
  });
  await recorded.shakeHands();
  expect(server.pids()).not.toContain(recorded.transport.pid);
  expect((await recorded.close()).survivors).toEqual([]);
  await waitUntilGone(server.pids(), { deadlineMs: 0 });
  server.dispose();
});

it.runIf(process.platform === 'linux').each(['before closing began', 'when stdin ends'] as const)(
  'C-32: a chain of processes, each of which starts the next in a new session and leaves, is ended or named: started %s',
  async (when) => {
    const path = temporaryFolder();
    const [script, journal] = [join(path, 'hop.sh'), join(path, 'journal')];
    writeFileSync(
      script,
      `echo "$1" >>${journal}; [ "$1" -gt 0 ] || exit 0; setsid sh ${script} $(($1 - 1)) </dev/null >/dev/null 2>&1 & exit 0`,
    );
    const hop = `require("node:child_process").spawn("sh", [${JSON.stringify(script)}, "60"], { detached: true, stdio: "ignore" })`;
    const recorded = startScript(
      when === 'when stdin ends'
        ? `process.stdin.resume().on("end", () => ${hop}.on("spawn", () => process.exit()));
           console.log(JSON.stringify({ jsonrpc: "2.0", method: "ready" }));`
        : `process.stdin.resume(); ${hop};`,
    );
    const steps = (): string => (existsSync(journal) ? readFileSync(journal, 'utf8') : '');
    if (when !== 'when stdin ends') await expect.poll(steps, { timeout: 10_000, interval: 1 }).toContain('59\n');
    else await recorded.until(() => recorded.messages[0], 'the server');
    const { survivors } = await recorded.close();
    const [atClose] = [steps()];
    // Time for another step, which must not come.
    await sleep(100);
    expect(survivors.length > 0 || steps() === atClose).toBe(true);
  },
);
