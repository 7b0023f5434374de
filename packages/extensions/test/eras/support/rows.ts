import type { FixtureOptions } from '@coding-agent/fixture-servers';
import type { Era, ErrorCode } from '../../../src/index.ts';

/** How the beginning of a conversation ends: in an era, or with a code (a failed handshake says its reason too). */
export type Ending = Era | Exclude<ErrorCode, 'MCP_HANDSHAKE_FAILED'> | `MCP_HANDSHAKE_FAILED (${string})`;

type Question = 'server/discover' | 'initialize';

/** One server, and what becomes of a client that meets it. */
export interface EraRow {
  /** One of a kind in the whole table. */
  readonly server: string;
  readonly fixture: FixtureOptions;
  /** What the client believes of it. Default `auto`. */
  readonly era?: Era;
  /** Where silence is what it is about; otherwise it is longer than any server here takes. */
  readonly probeMs?: number;
  readonly ending: Ending;
  /** What each process is asked to find out its era, in order. */
  readonly asked: readonly (readonly Question[])[];
  /** More of the error, and words of its message. */
  readonly error?: object;
  readonly words?: string;
}

const discover = 'server/discover';
const both = [discover, 'initialize'] as const;
const legacyRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** The whole table, in the order of the page `docs/era-matrix.md`. */
export const rows: readonly EraRow[] = [
  { server: 'modern', fixture: { mode: 'modern' }, ending: 'modern', asked: [[discover]] },
  { server: 'of both eras', fixture: { mode: 'dual-era' }, ending: 'modern', asked: [[discover]] },
  { server: 'legacy, refuses the question with -32601', fixture: {}, ending: 'legacy', asked: [both] },
  {
    server: 'legacy, refuses the question with -32602',
    fixture: { mode: 'probe-invalid' },
    ending: 'legacy',
    asked: [both],
  },
  {
    server: 'legacy, never answers the question',
    fixture: { mode: 'probe-silent' },
    probeMs: 200,
    ending: 'legacy',
    asked: [both],
  },
  {
    server: 'legacy, ends on the question',
    fixture: { mode: 'probe-exit' },
    ending: 'legacy',
    asked: [[discover], ['initialize']],
  },
  {
    server: 'answers the question with legacy revisions alone',
    fixture: { mode: 'discover-legacy' },
    ending: 'legacy',
    asked: [[discover], ['initialize']],
  },
  {
    // The client's probe is over long before this server reads: both questions wait for it when it does.
    server: 'modern, slow to start, answers after the probe',
    fixture: { mode: 'modern', delayMs: 500 },
    probeMs: 1,
    ending: 'modern',
    asked: [both],
  },
  {
    server: 'of both eras, slow to start, answers after the probe',
    fixture: { mode: 'dual-era', delayMs: 500 },
    probeMs: 1,
    ending: 'modern',
    asked: [both],
  },
  {
    server: 'modern, of another revision',
    fixture: { mode: 'modern', revision: '2027-02-01' },
    ending: 'MCP_UNSUPPORTED_VERSION',
    asked: [[discover]],
    error: { serverVersions: ['2027-02-01'], phase: discover },
  },
  {
    server: 'modern, believed to be legacy',
    fixture: { mode: 'modern' },
    era: 'legacy',
    ending: 'MCP_UNSUPPORTED_VERSION',
    asked: [['initialize']],
    error: { serverVersions: ['2026-07-28'], clientVersions: legacyRevisions, phase: 'initialize' },
  },
  {
    server: 'legacy, believed to be modern',
    fixture: {},
    era: 'modern',
    ending: 'MCP_HANDSHAKE_FAILED (refused)',
    asked: [[discover]],
    error: { phase: discover, cause: { remoteCode: -32601 } },
    words: 'the server refuses server/discover',
  },
  {
    server: 'legacy, ends on the question, believed to be modern',
    fixture: { mode: 'probe-exit' },
    era: 'modern',
    ending: 'MCP_HANDSHAKE_FAILED (exited)',
    asked: [[discover]],
    error: { exitCode: 1, phase: discover },
  },
  {
    server: 'legacy, of another revision',
    fixture: { mode: 'other-version' },
    ending: 'MCP_UNSUPPORTED_VERSION',
    asked: [both],
    error: { serverVersions: ['1999-01-01'], phase: 'initialize' },
  },
  {
    server: 'ends on whatever comes first',
    fixture: { mode: 'exit-in-handshake' },
    ending: 'MCP_HANDSHAKE_FAILED (exited)',
    asked: [[discover], ['initialize']],
    error: { exitCode: 7, phase: 'initialize' },
  },
];
