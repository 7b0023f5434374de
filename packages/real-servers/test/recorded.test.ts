import { McpClient, type ClientPorts, type ToolResult } from '@coding-agent/extensions';
import { openRecording, readRecording, replay } from '@coding-agent/extensions/trace';
import { descendantsOf, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { everything, memory, sdkOfBothEras, type Program } from './support/programs.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

type Call = readonly [tool: string, args?: Readonly<Record<string, unknown>>];
type Connect = (program: Program) => ClientPorts['connect'];

const words = 'a word that nobody else has: xylophone';

/** What each call came to. */
async function session(program: Program, connect: Connect, calls: readonly Call[]): Promise<ToolResult[]> {
  const client = new McpClient({ ...program, graces: { killMs: 10_000 } }, { connect: connect(program) });
  try {
    await client.initialize();
    await client.listTools();
    return await Promise.all(calls.map(([tool, args]) => client.callTool(tool, args)));
  } finally {
    await client.close();
  }
}

/** Records a session with a real server, and shows it to the same client again. */
async function recordAndReplay(
  context: TestContext,
  { program, content, calls }: { program: Program; content: 'mask' | 'keep'; calls: readonly Call[] },
): Promise<{ readonly first: ToolResult[]; readonly again: ToolResult[]; readonly text: string }> {
  const before = new Set(descendantsOf(process.pid).map(({ pid }) => pid));
  const path = join(temporaryFolder(context), 'session.mcp-frames.jsonl');
  const recording = await openRecording({ path, content });
  const first = await session(program, (options) => recording.connectTo(options), calls);
  expect(await recording.close()).toMatchObject({ dropped: 0 });
  await waitUntilGone(descendantsOf(process.pid).flatMap(({ pid }) => (before.has(pid) ? [] : [pid])));
  const server = replay(await readRecording(path));
  const again = await session(program, () => server.connect, calls);
  expect([server.divergences, server.unseen()]).toEqual([[], []]);
  return { first, again, text: readFileSync(path, 'utf8') };
}

const calls: readonly Call[] = [
  ['echo', { message: words }],
  ['get-sum', { a: 2, b: 40 }],
  ['get-structured-content', { location: 'Chicago' }],
  ['get-tiny-image'],
  ['get-resource-reference', { resourceType: 'Text', resourceId: 3 }],
];

it('server-everything says the same again, without the server', async (context) => {
  const { first, again } = await recordAndReplay(context, { program: everything, content: 'keep', calls });
  expect(again).toEqual(first);
  expect(JSON.stringify(again)).toContain(words);
});

it('server-everything, masked: nothing that was said is in the file, and every call comes to the same kind of result', async (context) => {
  const { first, again, text } = await recordAndReplay(context, { program: everything, content: 'mask', calls });
  expect(text).not.toMatch(/xylophone|Chicago|Everything Server|humidity|iVBORw0KGgo/);
  const kinds = (results: readonly ToolResult[]): unknown[] =>
    results.map(({ content, isError }) => [isError, ...content.map(({ type }) => type)]);
  expect(kinds(again)).toEqual(kinds(first));
});

it('server-memory and a server of both eras say the same again', async (context) => {
  for (const [program, some] of [
    [memory, [['read_graph']]],
    [sdkOfBothEras, []],
  ] as const) {
    const { first, again } = await recordAndReplay(context, { program, content: 'keep', calls: some });
    expect(again).toEqual(first);
  }
});
