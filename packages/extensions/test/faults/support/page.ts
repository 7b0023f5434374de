import { markdownTable } from '../../support/markdown-table.ts';
import { nothing, type Result } from './result.ts';
import type { FaultRow } from './row.ts';
import { sections } from './rows.ts';
import { breaches } from './verdict.ts';

const columns = ['Fault', 'Host does', 'Whoever waits', 'ms after', 'ms', 'Close, ms', 'MB', 'Limit, MB', 'Connection'];
const mebibyte = 2 ** 20;

/** The page `docs/fault-matrix.md`, as prettier would write it. */
export function renderPage(results: ReadonlyMap<string, Result>, machine: string): string {
  const tables = sections.map(({ title, rows }) => {
    const cells = rows.map((row) => cellsOf(row, results.get(row.fault)));
    return `## ${title}\n\n${markdownTable([columns, ...cells])}\n`;
  });
  return `${introduction(machine)}\n${tables.join('\n')}${notKept(results)}`;
}

/** What the page says must be: fault and ending of each row, in order. */
export function promisesOn(page: string): [fault: string, ending: string][] {
  const lines = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (Fault|-)/.test(line));
  return lines.map((line) => {
    const [fault = '', , ending = ''] = line.split(' | ').map((cell) => cell.replace(/^\| /, '').trim());
    return [fault, ending];
  });
}

/** A section that is there only when something is wrong: a page must not say what the run did not show. */
function notKept(results: ReadonlyMap<string, Result>): string {
  const lines = sections.flatMap(({ rows }) =>
    rows.flatMap((row) => {
      const result = results.get(row.fault);
      const found = result === undefined ? [] : breaches(row, result);
      return found.length === 0 ? [] : [`- ${row.fault}: ${found.join('; ')}.`];
    }),
  );
  return lines.length === 0 ? '' : `\n## Not kept in this run\n\n${lines.join('\n')}\n`;
}

function introduction(machine: string): string {
  return `# The fault matrix

What this client does when the other side, or the caller, does not do what it should. Each row is run against a real
process by \`test/faults\`, in a host of its own process, through the public surface. This page is made by
\`pnpm --filter @coding-agent/extensions fault-matrix\`; a test compares its faults and codes with the table in the code
(\`test/faults/support/rows\`), so it cannot go stale. The numbers are of one run: ${machine}.

For every row the tests also hold: no other request is left waiting; a call of the same host to a healthy server is
answered afterwards; \`close()\` takes at most 2.5 s, and no process of the server is left (over HTTP: no connection to
it); the host meets no warning and ends by itself.

- **Whoever waits**: the code of the error (a failed handshake says its reason), or \`answered\`: the right answer.
- **ms after**: what the time is counted from: its cause (the server's deed as its journal dates it, or the call), or the
  deadline that the caller set. The default deadline of a call is a minute.
- **MB**: the peak of the host's resident memory above where it was before the fault. With a limit of its own a row has a
  host of its own, and the growth may be the limit and 20 MB; without one, 20 MB. Young garbage is collected meanwhile,
  so that this is what is held, and not what V8 has not yet swept up.
- **Connection**: what becomes of it. \`stuck\`: it stands, and this server will never answer again.
`;
}

function cellsOf(row: FaultRow, result: Result | undefined): string[] {
  const limit = row.limitBytes === undefined ? '' : megabytes(row.limitBytes);
  const measured =
    result === undefined
      ? ['', '', '']
      : [milliseconds(result), result.closeMs.toFixed(0), megabytes(Math.max(0, result.growthBytes))];
  return [row.fault, row.done, `\`${row.ending}\``, row.due, ...measured, limit, row.connection];
}

/** A deadline may be seen a moment early; without an ending there is no time of it. */
function milliseconds({ ending, ms }: Result): string {
  return ending === nothing ? '' : String(Math.max(0, ms));
}

function megabytes(bytes: number): string {
  const value = bytes / mebibyte;
  return value > 0 && value < 0.1 ? '<0.1' : String(Math.round(value * 10) / 10);
}
