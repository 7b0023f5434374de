import { markdownTable } from '../../support/markdown-table.ts';
import { httpRows, type HttpEraRow } from './http-rows.ts';
import { rows, type EraRow } from './rows.ts';

/** What was measured when a client met one server. */
export interface EraResult {
  readonly server: string;
  readonly ending: string;
  readonly processes: number;
  readonly ms: number;
  /** The same with the era that was found, if one was. */
  readonly known: { readonly processes: number; readonly ms: number } | undefined;
}

const columns = ['Server', '`era`', '`probeMs`', 'Found', 'Processes', 'ms', 'Known: processes', 'Known: ms'];

const httpColumns = ['The answer to `server/discover`', '`era`', 'Found', 'Asked'];

/** The page `docs/era-matrix.md`, as prettier would write it. */
export function renderPage(results: ReadonlyMap<string, EraResult>, machine: string): string {
  const table = markdownTable([columns, ...rows.map((row) => cellsOf(row, results.get(row.server)))]);
  const httpTable = markdownTable([httpColumns, ...httpRows.map(httpPromiseOf)]);
  return `${introduction(machine)}\n${table}\n\n${httpIntroduction}\n${httpTable}\n`;
}

/** What the page says of each server, in order, without the times: of those that are started, and of those over HTTP. */
export function promisesOn(page: string): { readonly started: string[][]; readonly http: string[][] } {
  const [started = '', http = ''] = page.split(httpHeading);
  const isTime = (at: number): boolean => columns[at]?.endsWith('ms') === true;
  return { started: cellsIn(started).map((cells) => cells.filter((_, at) => !isTime(at))), http: cellsIn(http) };
}

function cellsIn(part: string): string[][] {
  const [, , ...lines] = part.split('\n').filter((line) => line.startsWith('| '));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** What the table in the code says of a server over HTTP. */
export function httpPromiseOf({ server, era, ending, asked }: HttpEraRow): string[] {
  return [server, `\`${era ?? 'auto'}\``, `\`${ending}\``, asked.map((method) => `\`${method}\``).join(', ')];
}

/** What the table in the code says of a server: the same. */
export function promiseOf(row: EraRow): string[] {
  return cellsOf(row, undefined).filter((_, at) => !columns[at]?.endsWith('ms'));
}

/** Whether an era was found, so that there is something to know the next time. */
export function isFound({ ending }: EraRow): boolean {
  return ending === 'modern' || ending === 'legacy';
}

function cellsOf(row: EraRow, result: EraResult | undefined): string[] {
  const { server, era = 'auto', probeMs = '', ending, asked } = row;
  const ms = (time: number | undefined): string => (time === undefined ? '' : time.toFixed(0));
  const known = isFound(row) ? '1' : '';
  const begin = [server, `\`${era}\``, String(probeMs), `\`${ending}\``];
  return [...begin, String(asked.length), ms(result?.ms), known, ms(result?.known?.ms)];
}

function introduction(machine: string): string {
  return `# The era matrix

Which era is found out for which server, by how many processes, and how long that takes: from the call of \`initialize()\`,
before there is a process, to its end. The rule is in [architecture.md](architecture.md#eras). Each row is run against real
processes by \`test/eras\`, which also compares what each of them was asked. This page is made by
\`pnpm --filter @coding-agent/extensions era-matrix\`; a test compares it with the table in the code
(\`test/eras/support/rows.ts\`), but for the times. They are of one run: ${machine}.

- **\`era\`**, **\`probeMs\`**: the options of the client; where silence is not what the row is about, \`probeMs\` is longer
  than anything here takes.
- **Found**: the era, or the code of the error.
- **Known**: the same server once more, with the era that was found as \`era\`: always one process.
`;
}

const httpHeading = '## Over HTTP';

const httpIntroduction = `${httpHeading}

A status says more than a silence, and less than an answer: who is not let in, or comes at a bad moment, or reaches something
between, learns nothing of the era, and gets an error. Each row is run against a server of its own by
\`test/contract/http-eras.test.ts\`, which also compares what it was asked. What is not said of \`server/discover\` is 404 and
-32601, and of \`initialize\` a legacy server's answer.

- **Found**: the era, or the code of the error.
- **Asked**: by POST, in order, until the end of the handshake; \`GET\` is for the stream of 2024-11-05. Never again after an error.
`;
