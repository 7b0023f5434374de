import { McpClient, type Diagnostic, type JsonObject, type McpClientOptions } from '@coding-agent/extensions';
import { descendantsOf, listProcesses, waitUntilGone, type ProcessInfo } from '@coding-agent/fixture-servers/testing';
import { expect, type TestContext } from 'vitest';
import type { Program } from './programs.ts';

/** A client of a server that runs, and what was heard. */
export interface Session {
  readonly client: McpClient;
  /** What is wrong in the eyes of the client; a sound server leaves it empty. */
  readonly complaints: Diagnostic[];
  readonly notifications: { readonly method: string; readonly params: JsonObject }[];
  /** The server and all that it started, as the system's table shows them. */
  readonly processes: () => ProcessInfo[];
  /** Closes, and proves from outside that nothing is left. */
  readonly close: () => Promise<void>;
}

/** Starts a server and begins the conversation. What a test leaves open is closed after it, and proven to be gone. */
export async function openSession(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  program: Program,
  options: Partial<McpClientOptions> = {},
): Promise<Session> {
  const complaints: Diagnostic[] = [];
  const notifications: Session['notifications'] = [];
  const before = new Set(descendantsOf(process.pid).map(({ pid }) => pid));
  const client = new McpClient({
    graces: { killMs: 10_000 }, // on a busy machine also what was killed may take its time to go
    ...program,
    onDiagnostic: (diagnostic) => complaints.push(diagnostic),
    onNotification: (method, params) => notifications.push({ method, params }),
    ...options,
  });
  const startedSince = (): ProcessInfo[] => descendantsOf(process.pid).filter(({ pid }) => !before.has(pid));
  const processes = (): ProcessInfo[] => {
    const table = listProcesses();
    const roots = startedSince().filter(({ command }) => command.includes(program.args[0]));
    const pids = new Set(roots.flatMap(({ pid }) => [pid, ...descendantsOf(pid, table).map((child) => child.pid)]));
    return table.filter(({ pid }) => pids.has(pid));
  };
  const close = async (): Promise<void> => {
    const started = startedSince();
    expect(await client.close()).toEqual({ survivors: [] });
    await waitUntilGone(started.map(({ pid }) => pid));
    expect(startedSince().filter(({ state }) => state === 'running')).toEqual([]);
  };
  onTestFinished(close);
  await client.initialize();
  expect(processes()).not.toEqual([]);
  return { client, complaints, notifications, processes, close };
}
