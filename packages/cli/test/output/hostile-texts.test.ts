import { expect, test } from 'vitest';
import {
  configured,
  examination,
  outcome,
  readTool,
  ready,
  review,
  type FakeOptions,
} from '../support/fake-backend.ts';
import { content } from '../support/memory-traces.ts';
import { runInMemory } from '../support/run-in-memory.ts';

/** Moves the cursor, writes into the clipboard, turns the direction of writing, hides a message. */
const hostile = `x\u001b[2J\u001b]52;c;AA\u0007\u202e\u200b\u3164${String.fromCodePoint(0xe0041, 0xe0142)}y`;

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u200b\u3164\u{e0000}-\u{e0fff}]/u;

const passed = [{ name: hostile, rule: `from the variable ${hostile}` }];

/** Everything that somebody else wrote: the entry, the file system, the server. */
const seen = {
  changes: [hostile],
  executable: `/bin/${hostile}`,
  programs: [{ kind: 'script', what: hostile, digest: 'a'.repeat(64), text: hostile }],
  environment: passed,
  headers: passed,
  cwd: `/srv/${hostile}`,
  sandbox: [`It is started by ${hostile}.`],
  wishes: [hostile],
};

const problem = {
  serverName: 'files',
  file: `/srv/${hostile}`,
  pointer: `/${hostile}`,
  message: hostile,
  cure: hostile,
};

const entry = configured('files', {
  file: `/srv/${hostile}`,
  pointer: `/mcpServers/${hostile}`,
  command: [hostile, 'a b', hostile],
  description: hostile,
});

const tool = {
  ...readTool,
  name: hostile,
  title: hostile,
  description: `${hostile}\n${hostile}`,
  inputSchema: { properties: { [hostile]: { type: 'string' } }, required: [hostile] },
};

const listing = {
  ...ready('files', [tool]),
  about: {
    serverName: hostile,
    serverVersion: hostile,
    era: 'legacy',
    revision: '2025-11-25',
    capabilities: [hostile],
  },
  rejected: [{ name: hostile, reason: hostile }],
  changes: [hostile],
  truncated: hostile,
} as const;

const quarantined = {
  server: 'files',
  fingerprint: 'a'.repeat(64),
  cause: hostile,
  failures: 5,
  since: '2026-01-02T03:04:05.000Z',
};

const origin = { serverName: hostile, instanceId: hostile };

/** A trace may have been written by anybody. */
const traced = content(
  [
    {
      type: 'connection',
      at: 1,
      ...origin,
      era: 'legacy',
      protocolVersion: hostile,
      serverInfo: { name: hostile, version: hostile },
      capabilities: [hostile],
    },
    {
      type: 'request',
      at: 1,
      ...origin,
      method: hostile,
      tool: hostile,
      state: 'failed',
      code: hostile,
      runId: hostile,
    },
    { type: 'request', at: 1, instanceId: hostile, method: hostile, state: 'failed' },
    { type: 'diagnostic', at: 1, kind: hostile, message: hostile },
    { type: 'process', at: 1, ...origin, event: 'exited', signal: hostile },
    { type: 'process', at: 1, ...origin, event: 'failed', errno: hostile },
    { type: 'failure', at: 1, ...origin, code: hostile, message: hostile },
  ],
  { unknown: { [hostile]: 1 }, invalid: [{ file: hostile, line: 1, why: hostile }], invalidCount: 1 },
);
const hostileTrace = { ...traced, start: { ...traced.start, producer: { name: hostile, version: hostile } } };

const options: FakeOptions = {
  workspace: {
    servers: [entry],
    problems: [problem],
    decisions: [
      { kind: 'unknown-key', severity: 'ask', serverName: 'files', message: hostile },
      { kind: 'dialect', severity: 'info', message: hostile },
    ],
  },
  listings: [listing],
  reviews: [review('files', seen)],
  examinations: [examination('files', { ...seen, status: 'needed', problems: [problem], quarantine: quarantined })],
  quarantine: [quarantined],
  traces: { x: hostileTrace },
  call: () => Promise.resolve(outcome(hostile, { isError: true })),
};

test.each([
  [['list']],
  [['list', 'files']],
  [['list', '--no-start']],
  [['doctor']],
  [['doctor', '--no-start']],
  [['doctor', '--report', hostile]],
  [['call', `files/${hostile}`, '--report', hostile, '--report-arguments', `${hostile}2`]],
  [['trace', 'show', 'x']],
  [['trace', 'show', 'x', '--all']],
  [['trace', 'show', hostile]],
  [['list', '--trace', hostile]],
  [['approve', 'files']],
  [['quarantine', 'list']],
  [['call', `files/${hostile}`, `${hostile}=x`]],
  [['call', `files/${hostile}`, `k${hostile}`]],
  [['call', `files/x${hostile}`]],
  [['call', hostile]],
  [['list', hostile]],
  [['quarantine', 'clear', hostile]],
  [['run', '--', hostile]],
  [[hostile]],
])('nothing that somebody else wrote is obeyed by a terminal, or hidden on it: %j', async (words) => {
  const ran = await runInMemory(words, options, { isTerminal: true, stdin: 'n\n', env: { NO_COLOR: '1' } });
  expect(ran.out + ran.err).not.toMatch(obeyed);
  const document = await runInMemory([...words.slice(0, 1), '--json', ...words.slice(1)], options);
  expect(document.out + document.err).not.toMatch(obeyed);
  JSON.parse(document.out);
});
