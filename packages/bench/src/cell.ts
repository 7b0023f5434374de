/**
 * One cell of the table, in a process of its own, so that no client warms the engine for another. Started by run-cell.ts
 * with a request as its one argument; writes the numbers to stdout and ends by itself. It imports as little as it can:
 * what a client's import costs is one of the rows.
 */
import { CellContext, type Measure } from './cells/cell-context.ts';
import type { CellRequest } from './cells/cell-request.ts';

const measures: Readonly<Record<string, () => Promise<{ readonly measure: Measure }>>> = {
  import: () => import('./cells/import-cost.ts'),
  start: () => import('./cells/start-cost.ts'),
  process: () => import('./cells/whole-process.ts'),
  sequential: () => import('./cells/sequential-calls.ts'),
  throughput: () => import('./cells/throughput.ts'),
  answers: () => import('./cells/big-answers.ts'),
  pending: () => import('./cells/pending-calls.ts'),
  deadlines: () => import('./cells/deadlines.ts'),
  list: () => import('./cells/long-list.ts'),
  notifications: () => import('./cells/notifications.ts'),
  many: () => import('./cells/many-servers.ts'),
  events: () => import('./cells/events.ts'),
  known: () => import('./cells/known-tools.ts'),
  http: () => import('./cells/sequential-calls.ts'),
  'http-throughput': () => import('./cells/throughput.ts'),
  'http-json': () => import('./cells/big-answers.ts'),
  'http-sse': () => import('./cells/big-answers.ts'),
};

const request = JSON.parse(process.argv[2] ?? '{}') as CellRequest;
const load = measures[request.row];
if (!load) throw new Error(`no row is called ${request.row}`);
const { measure } = await load();
process.stdout.write(`${JSON.stringify(await measure(new CellContext(request)))}\n`);
