import { buildServer } from './build-server.ts';
import { busyFrom, cpuModel, readLoad, type MachineLoad } from './machine.ts';
import type { BenchOptions } from './options.ts';
import { planRound } from './plan.ts';
import { runCell } from './run-cell.ts';
import type { FailedCell, Sample } from './samples.ts';
import { installedVersion } from './versions.ts';

/** All that a run found: what `--json` writes. */
export interface BenchResult {
  readonly startedAt: string;
  readonly node: string;
  readonly platform: string;
  readonly cpu: string;
  readonly server: string;
  readonly isQuick: boolean;
  readonly versions: Readonly<Record<string, string>>;
  readonly notInstalled: readonly string[];
  /** Before each round. */
  readonly loads: readonly MachineLoad[];
  readonly samples: readonly Sample[];
  readonly failures: readonly FailedCell[];
}

export interface BenchRun {
  readonly options: BenchOptions;
  /** A folder of its own for what is compiled; its owner removes it. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Hears what is going on. */
  readonly say: (text: string) => void;
}

/** Measures everything that the options ask for. Ends early, with what it has, when the signal aborts. */
export async function runBench({ options, folder, signal, say }: BenchRun): Promise<BenchResult> {
  const server = buildServer(options.server, folder);
  const versions: Record<string, string> = {};
  const notInstalled: string[] = [];
  for (const name of options.clients) {
    const version = installedVersion(name);
    if (version === undefined) notInstalled.push(name);
    else versions[name] = version;
  }
  const clients = Object.keys(versions);
  const loads: MachineLoad[] = [];
  const samples: Sample[] = [];
  const failures: FailedCell[] = [];
  const startedAt = new Date().toISOString();
  for (let round = 1; round <= options.rounds && !signal.aborted; round += 1) {
    const load = await readLoad(500);
    loads.push(load);
    const plan = planRound({ ...options, clients }, round);
    say(`round ${round} of ${options.rounds}: ${plan.length} cells${describeLoad(load)}`);
    for (const cell of plan) {
      if (signal.aborted) break;
      const request = { ...cell, isQuick: options.isQuick, server: server.command };
      const outcome = await runCell(request, { signal });
      if (!outcome.ok) failures.push({ round, ...cell, why: outcome.why });
      else {
        for (const [metric, value] of Object.entries(outcome.metrics)) {
          samples.push({ round, row: cell.row, client: cell.client, metric, value });
        }
      }
    }
  }
  return {
    startedAt,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: cpuModel(),
    server: server.note,
    isQuick: options.isQuick,
    versions,
    notInstalled,
    loads,
    samples,
    failures,
  };
}

function describeLoad({ busyShare, loadAverage }: MachineLoad): string {
  if (busyShare < busyFrom) return '';
  const percent = Math.round(busyShare * 100);
  return `; the machine is not idle: ${percent} % of it is busy with other work, load ${loadAverage.toFixed(2)}`;
}
