import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exitCodes } from '../../src/exit-codes.ts';
import { hasTerminal } from '../support/run-in-terminal.ts';
import { blockOf, runTranscripts } from './transcripts.ts';

const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

describe.runIf(hasTerminal)('the transcripts of the README', () => {
  test(
    'are what the command says (else: pnpm --filter @coding-agent/mcp-cli transcripts)',
    { timeout: 120_000 },
    async (context) => {
      const texts = await runTranscripts(context);
      expect(Object.fromEntries([...texts].map(([name]) => [name, blockOf(page, name)]))).toEqual(
        Object.fromEntries(texts),
      );
    },
  );
});

test('the table of exit codes has every code', () => {
  const rows = [...page.matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => Number(code));
  expect(rows).toEqual(Object.values(exitCodes));
});

test('every command of the help is told of', () => {
  for (const command of [
    'list',
    'call',
    'doctor',
    'approve',
    'quarantine list',
    'quarantine clear',
    'trace show',
    'trace view',
    'run',
  ])
    expect(page).toContain(`mcp ${command}`);
});
