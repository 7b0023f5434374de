import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { buildServer } from '../src/build-server.ts';
import { runCell } from '../src/run-cell.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const servers = { auto: buildServer('auto', folder).command, node: buildServer('node', folder).command };

// Where there is no compiler both are the same server, and both must work.
it.concurrent.each([
  ['ours', 'auto'],
  ['managed', 'auto'],
  ['limit', 'auto'],
  ['ours', 'node'],
  ['limit', 'node'],
] as const)('%s is measured against the server (%s), and nothing is left running', async (client, kind) => {
  const command = servers[kind];
  const label = randomUUID();
  const server = { ...command, args: [...command.args, '--label', label] };
  const outcome = await runCell({ row: 'throughput', variant: 16, client, isQuick: true, server });
  expect(outcome).toEqual({
    ok: true,
    metrics: {
      perSecond16: expect.any(Number),
      cpuMicros16: expect.any(Number),
      reads16: expect.any(Number),
      wallMs: expect.any(Number),
    },
  });
  expect(commandLines().filter((line) => line.includes(label))).toEqual([]);
});

it.each(['ours+jsonl', 'ours+otel'])('%s says how much of what it was told was lost', async (client) => {
  const outcome = await runCell({ row: 'events', variant: 100, client, isQuick: true, server: servers.auto });
  expect(outcome).toMatchObject({ ok: true, metrics: { cpuMicros: expect.any(Number), lost: expect.any(Number) } });
});

it('says why a cell gave no numbers', async () => {
  const server = { executable: process.execPath, args: ['-e', 'process.exit(3)'] };
  const outcome = await runCell({ row: 'start', variant: 0, client: 'ours', isQuick: true, server });
  expect(outcome).toEqual({ ok: false, why: expect.stringContaining('MCP_') });
});

/** Of every process of this machine. */
function commandLines(): readonly string[] {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).stdout.split('\n');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return ''; // it has just left
      }
    });
}
