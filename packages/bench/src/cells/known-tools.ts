import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile } from '../statistics.ts';
import type { ManyServers } from '../clients/bench-client.ts';
import type { Measure } from './cell-context.ts';

const servers = 50;
const toolsEach = 40;

/**
 * All tools of 50 servers with 40 tools each, when they are known: by what a client keeps, without any server, first from a
 * file and then again; or, where it keeps nothing, by asking servers that run already.
 */
export const measure: Measure = async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-known-'));
  try {
    const file = join(folder, 'catalogue.json');
    const open = (): Promise<ManyServers> => context.openManyWith(file, servers, '--tools', String(toolsEach));
    const first = await open();
    await first.prepare();
    check(await first.countTools());
    const second = first.countKnownTools === undefined ? first : await reopened(first, open);
    const timed = async (): Promise<number> => {
      const start = performance.now();
      check(await (second.countKnownTools?.() ?? second.countTools()));
      return performance.now() - start;
    };
    const firstMs = await timed();
    const again: number[] = [];
    for (let i = 0; i < context.count(20, 5); i += 1) again.push(await timed());
    await second.close();
    return { firstMs, againMs: percentile(again, 50) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

async function reopened(first: ManyServers, open: () => Promise<ManyServers>): Promise<ManyServers> {
  await first.close();
  return open();
}

function check(tools: number): void {
  if (tools !== servers * toolsEach) throw new Error(`${tools} tools instead of ${servers * toolsEach}`);
}
