import { fixtureServer, type FixtureServer } from '@coding-agent/fixture-servers';
import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { afterAll, expect } from 'vitest';
import { McpClient, McpClientError, type McpClientOptions } from '../../src/index.ts';
import { verifies } from '../contract/verifies.ts';
import { writeReport } from '../support/reports.ts';
import { isFound, type EraResult } from './support/page.ts';
import { rows, type EraRow } from './support/rows.ts';

/** Longer than a server takes to start, however busy the machine is. */
const patientMs = 60_000;

interface Meeting {
  readonly ending: string;
  readonly error?: unknown;
  readonly ms: number;
}

/** A client begins, uses the server if it may, and closes; what it started is gone then. */
async function meet(server: FixtureServer, options: Partial<McpClientOptions>): Promise<Meeting> {
  const client = new McpClient({
    executable: server.executable,
    args: server.args,
    graces: { killMs: 10_000 },
    ...options,
  });
  const begin = performance.now();
  try {
    const { era } = await client.initialize();
    const ms = performance.now() - begin;
    // A legacy server lists nothing before it was told that it is initialized.
    expect((await client.listTools()).tools.length).toBeGreaterThan(3);
    return { ending: era, ms };
  } catch (error) {
    if (!(error instanceof McpClientError)) throw error;
    const ending = error.reason === undefined ? error.code : `${error.code} (${error.reason})`;
    return { ending, error, ms: performance.now() - begin };
  } finally {
    expect(await client.close()).toMatchObject({ survivors: [] });
    await waitUntilGone(server.pids());
    expect(server.received('notifications/cancelled'), 'no question of the probe is taken back').toEqual([]);
  }
}

/** What each process was asked to find out its era, by its own journal. */
function askedOf(server: FixtureServer): string[][] {
  const journal = server.journal();
  const processes = journal.flatMap((entry) => (entry.event === 'start' ? [entry.pid] : []));
  return processes.map((pid) =>
    journal.flatMap((entry) => {
      const method = entry.event === 'received' && entry.by === pid ? entry.message.method : undefined;
      return method === 'server/discover' || method === 'initialize' ? [method] : [];
    }),
  );
}

const results: EraResult[] = [];
afterAll(() => writeReport('eras', 'matrix', results));

/** The era that a row found, given to the next client. */
async function meetAgain(row: EraRow): Promise<EraResult['known']> {
  if (!isFound(row)) return undefined;
  const server = fixtureServer({ ...row.fixture, shape: 'mcp' });
  const era = row.ending === 'modern' ? 'modern' : 'legacy';
  try {
    const { ending, ms } = await meet(server, { era, timeouts: { handshakeMs: patientMs } });
    expect(ending).toBe(row.ending);
    expect(askedOf(server)).toEqual([[era === 'modern' ? 'server/discover' : 'initialize']]);
    return { processes: 1, ms };
  } finally {
    server.dispose();
  }
}

for (const row of rows) {
  const { era = 'auto', probeMs = patientMs / 2, asked } = row;
  const again = isFound(row) ? ', and by 1 when that is known' : '';
  const title = `${row.server} (era ${era}): ${row.ending}, by ${asked.length} of its processes${again}`;
  verifies(
    'C-08',
    title,
    async () => {
      const server = fixtureServer({ ...row.fixture, shape: 'mcp' });
      try {
        const { ending, error, ms } = await meet(server, { era, timeouts: { probeMs, handshakeMs: patientMs } });
        expect(ending).toBe(row.ending);
        expect(askedOf(server)).toEqual(asked);
        if (row.error !== undefined) expect(error).toMatchObject(row.error);
        if (row.words !== undefined) expect(String(error)).toContain(row.words);
        const known = await meetAgain(row);
        results.push({ server: row.server, ending, processes: asked.length, ms, known });
      } finally {
        server.dispose();
      }
    },
    patientMs * 2,
  );
}
