import { buildServer } from './build-server.ts';
import { cpuModel, waitForIdle, type MachineLoad } from './machine.ts';
import type { BenchOptions } from './options.ts';
import { planRound } from './plan.ts';
import { runCell } from './run-cell.ts';
import type { FailedCell, Sample } from './samples.ts';
import { installedVersion } from './versions.ts';

interface TurnLoad extends MachineLoad {
  readonly round: number;
  readonly row: string;
  readonly variant: number;
}

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
  readonly rounds: number;
  /** What others did before each turn of a row. */
  readonly loads: readonly TurnLoad[];
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
  const loads: TurnLoad[] = [];
  const samples: Sample[] = [];
  const failures: FailedCell[] = [];
  const startedAt = new Date().toISOString();
  let waitMs = options.waitSeconds * 1000;
  if (waitMs > 0) say(`before each turn it waits for an idle machine, ${options.waitSeconds} s at most in all`);
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const { row, variant, clients: inTurn } of planRound({ ...options, clients }, round)) {
      if (signal.aborted) break;
      const before = performance.now();
      const load = await waitForIdle(waitMs, signal);
      waitMs = Math.max(0, waitMs - (performance.now() - before));
      loads.push({ round, row, variant, ...load });
      say(`round ${round} of ${options.rounds}: ${row}${variant === 0 ? '' : ` ${variant}`}${describeLoad(load)}`);
      for (const client of inTurn) {
        if (signal.aborted) break;
        const request = { row, variant, client, isQuick: options.isQuick, server: server.command };
        const outcome = await runCell(request, { signal });
        if (!outcome.ok) failures.push({ round, row, variant, client, why: outcome.why });
        else {
          for (const [metric, value] of Object.entries(outcome.metrics)) {
            samples.push({ round, row, client, metric, value });
          }
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
    rounds: options.rounds,
    versions,
    notInstalled,
    loads,
    samples,
    failures,
  };
}

function describeLoad({ busyShare, loadAverage }: MachineLoad): string {
  return ` (others use ${Math.round(busyShare * 100)} % of the machine, load ${loadAverage.toFixed(2)})`;
}
