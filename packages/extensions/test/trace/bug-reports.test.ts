import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { happenAgain, readBugReport } from './support/bug-report.ts';

const folder = join(import.meta.dirname, 'recordings');
const files = readdirSync(folder).filter((name) => name.endsWith('.mcp-frames.jsonl'));

test('there are reports, and nothing else', () => {
  expect(files.length).toBeGreaterThan(0);
  expect(readdirSync(folder)).toEqual(files);
});

test.each(files)('%s: everything ends as it should now', async (name) => {
  const bug = await readBugReport(join(folder, name));
  const host = await happenAgain(bug);
  expect(host.settlements, bug.report.title).toEqual(bug.report.settlements);
  expect(host.diagnostics.map(({ kind }) => kind)).toEqual(bug.report.diagnostics);
  expect([host.client.pendingCount, host.clock.timers, host.client.state]).toEqual([0, 0, 'closed']);
});
