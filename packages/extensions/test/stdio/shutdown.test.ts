import {
  descendantsOf,
  isAlive,
  listProcesses,
  waitUntilGone,
  watchResources,
} from '@coding-agent/fixture-servers/testing';
import { expect, it, onTestFinished } from 'vitest';
import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  open,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fixtureServer } from '@coding-agent/fixture-servers';
import { Recorded, startFixture, startScript } from './support/recorded.ts';

const quick = { stdinMs: 300, terminateMs: 300, killMs: 300 };

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

const leaveWithStdin = 'process.stdin.resume();';
const stay = 'setTimeout(() => {}, 30000);';
const stayAtTerm = `process.on("SIGTERM", () => {}); ${stay}`;

it('C-31: a server that leaves at the end of stdin gets no signal', async () => {
  const { server, recorded } = startFixture({ mode: 'normal' });
  await recorded.shakeHands();
  const { survivors, ms } = await recorded.close();
  expect(survivors).toEqual([]);
  expect(ms).toBeLessThan(900);
  expect(recorded.transport.state).toEqual({ kind: 'exited', exitCode: 0, signal: null, step: 'stdin-ended' });
  expect(server.journal().filter(({ event }) => event === 'signal')).toEqual([]);
  await waitUntilGone(server.pids(), { deadlineMs: 0 });
});

it('C-31: a server that ignores the end of stdin gets SIGTERM after the first grace', async () => {
  // A long second grace: on a busy machine SIGTERM may take its time.
  const graces = { ...quick, terminateMs: 10_000 };
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
  expect(ms).toBeLessThan(5000); // 2.1 s, but on a busy machine
  expect(recorded.transport.state).toMatchObject({ signal: 'SIGKILL', step: 'killed' });
  expect(server.journal().filter(({ event }) => event === 'signal')).toHaveLength(1);
  await waitUntilGone(server.pids(), { deadlineMs: 0 });
});

it('C-31: a server that closed its stdin cannot hear its end, and gets SIGTERM at once', async () => {
  const { server, recorded } = startFixture({ mode: 'stdin-closed-early' });
  await recorded.shakeHands();
  await server.waitFor(({ event }) => event === 'fault');
  recorded.callTool('echo', { value: 'x' });
  await recorded.end();
  const { survivors, ms } = await recorded.close();
  expect(survivors).toEqual([]);
  expect(ms).toBeLessThan(900);
  expect(recorded.transport.state).toMatchObject({ signal: 'SIGTERM', step: 'terminated' });
});

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
  const { survivors, ms } = await recorded.close();
  expect(survivors).toEqual([]);
  expect(ms).toBeLessThan(900);
  await waitUntilGone(server.pids(), { deadlineMs: 0 });
});

it('C-32: a grandchild in a session of its own is gone when close resolves', async () => {
  const recorded = startScript(`${leaveWithStdin} ${helper({ detached: true })}`, { graces: quick });
  const pid = await helperPid(recorded);
  expect((await recorded.close()).survivors).toEqual([]);
  expect(isAlive(pid)).toBe(false);
});

it('C-32: a grandchild in a session of its own that ignores SIGTERM is killed, also when the server left by itself', async () => {
  const recorded = startScript(`${leaveWithStdin} ${helper({ detached: true, ignoreTerm: true })}`, { graces: quick });
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
    while (descendantsOf(root).some((each) => each.pid === pid)) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(isAlive(pid)).toBe(true);
    expect((await recorded.close()).survivors).toEqual([]);
    expect(isAlive(pid)).toBe(false);
  },
);

it.runIf(process.platform === 'linux')('C-32: what a server starts in answer to SIGTERM is gone, too', async () => {
  const recorded = startScript(
    `${stay} process.on("SIGTERM", () => { ${helper({ detached: true, ignoreTerm: true })} setTimeout(() => process.exit(0), 150); });
     console.log(JSON.stringify({ jsonrpc: "2.0", method: "ready" }));`,
    { graces: { stdinMs: 50, terminateMs: 600, killMs: 500 } },
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
  await waitUntilGone(pid, { deadlineMs: 1500 });
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

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'shutdown-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Takes all four threads that read files, until the function that it returns is called. */
async function fillThreadPool(): Promise<() => Promise<void>> {
  const fifo = join(folder(), 'fifo');
  execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', fifo]);
  const opened = Array.from(
    { length: 4 },
    () => new Promise<number>((resolve) => open(fifo, 'r', (_, fd) => resolve(fd))),
  );
  // A thread that waits for the other end says nothing; it needs a moment to come so far.
  await sleep(50);
  return async () => {
    const fd = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
    for (const each of await Promise.all(opened)) closeSync(each);
    closeSync(fd);
  };
}

it.runIf(process.platform === 'linux')('C-31: closing has an end also when no thread can read a file', async () => {
  const { server, recorded } = startFixture({ mode: 'normal' });
  await recorded.shakeHands();
  // A younger child of ours is asked for the mark.
  const other = spawn('sleep', ['30'], { stdio: 'ignore' });
  onTestFinished(() => void other.kill('SIGKILL'));
  const release = await fillThreadPool();
  try {
    const report = await Promise.race([recorded.close(), sleep(3000)]);
    expect(report).toMatchObject({ survivors: [] });
    await waitUntilGone(server.pids(), { deadlineMs: 0 });
  } finally {
    await release();
  }
});

it('C-05: a failed start is told also when no thread can read a file', async () => {
  const release = await fillThreadPool();
  try {
    const recorded = new Recorded({ executable: '/no/such/file' });
    expect(await recorded.end(3000)).toMatchObject({ code: 'MCP_SPAWN_FAILED', errno: 'ENOENT' });
  } finally {
    await release();
  }
});

it.runIf(process.platform === 'linux').each(['before closing began', 'when stdin ends'] as const)(
  'C-32: a chain of processes, each of which starts the next in a new session and leaves, is ended or named: started %s',
  async (when) => {
    const path = folder();
    const [script, journal] = [join(path, 'hop.sh'), join(path, 'journal')];
    writeFileSync(
      script,
      `echo "$1" >>${journal}; [ "$1" -gt 0 ] || exit 0; setsid sh ${script} $(($1 - 1)) </dev/null >/dev/null 2>&1 & exit 0`,
    );
    const hop = `require("node:child_process").spawn("sh", [${JSON.stringify(script)}, "60"], { detached: true, stdio: "ignore" })`;
    const recorded = startScript(
      when === 'when stdin ends'
        ? `process.stdin.resume().on("end", () => ${hop}.on("spawn", () => process.exit()));`
        : `process.stdin.resume(); ${hop};`,
    );
    const steps = (): string => (existsSync(journal) ? readFileSync(journal, 'utf8') : '');
    if (when !== 'when stdin ends') await expect.poll(steps, { interval: 1 }).toContain('59\n');
    else await sleep(200);
    const { survivors, ms } = await recorded.close();
    const [atClose] = [steps()];
    await sleep(100);
    if (survivors.length === 0) expect(steps()).toBe(atClose);
    expect(ms).toBeLessThan(3000);
  },
);

it('C-31: a second close is the same close', async () => {
  const { recorded } = startFixture({ mode: 'normal' });
  const first = recorded.transport.close();
  expect(recorded.transport.close()).toBe(first);
  await first;
  expect(recorded.transport.close()).toBe(first);
  expect(recorded.ends).toEqual([expect.objectContaining({ code: 'CLIENT_CLOSED' })]);
});

it('C-31: closing in the turn of opening ends the process', async () => {
  const recorded = startScript(stayAtTerm, { graces: { stdinMs: 50, terminateMs: 50, killMs: 300 } });
  const { survivors } = await recorded.close();
  expect(survivors).toEqual([]);
  expect(isAlive(recorded.transport.pid ?? 0)).toBe(false);
});

it('C-34: nothing is held after close, whatever the server did', async () => {
  const watch = watchResources({ folder: fileURLToPath(new URL('../../src', import.meta.url)) });
  try {
    for (const mode of ['normal', 'ignore-sigterm', 'grandchild'] as const) {
      const { recorded } = startFixture({ mode }, { graces: { stdinMs: 100, terminateMs: 100, killMs: 300 } });
      await recorded.shakeHands();
      await recorded.close();
    }
    await watch.settled({ deadlineMs: 200 });
    expect([...watch.timers(), watch.children(), watch.pipes()]).toEqual([0, 0]);
  } finally {
    watch.stop();
  }
});
