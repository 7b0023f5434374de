import type { BenchResult } from './bench.ts';
import { busyFrom } from './machine.ts';
import { median } from './statistics.ts';

/** What has to be known to read the tables: the machine, the versions, and whether somebody else was at work. */
export function formatHeader(result: BenchResult): string {
  const { node, platform, cpu, server, versions, notInstalled, loads, rounds, isQuick } = result;
  const named = Object.entries(versions).map(([client, version]) =>
    version === 'own' ? client : `${client} ${version}`,
  );
  const lines = [
    `Node ${node}, ${platform}, ${cpu}`,
    `server: ${server}`,
    `clients: ${named.join(', ')}`,
    `${rounds} rounds${isQuick ? ', quick' : ''}; ratios are taken within one round, and the median of them is shown`,
  ];
  if (notInstalled.length > 0)
    lines.push(`not installed, so not measured: ${notInstalled.join(', ')} (README.md says why)`);
  const busy = loads.filter(({ busyShare }) => busyShare >= busyFrom);
  if (busy.length > 0) {
    const percent = Math.round(median(loads.map(({ busyShare }) => busyShare)) * 100);
    lines.push(
      `THE MACHINE WAS NOT IDLE before ${busy.length} of ${loads.length} turns (others used ${percent} % of it in the ` +
        'median): read the ratios, not the numbers',
    );
  }
  return lines.join('\n');
}
