import { usageError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { nearest } from '../input/nearest.ts';
import { advised, anyServer } from '../output/advice.ts';
import { table } from '../output/table.ts';
import { visibleLine } from '../output/visible.ts';
import type { CommandResult } from '../result.ts';
import { withSession } from '../servers/with-session.ts';
import type { QuarantineEntry } from '../servers/workspace.ts';

/** `mcp quarantine list`: servers that failed too often, and why. */
export async function quarantineList(context: Context): Promise<CommandResult> {
  const workspace = await context.openWorkspace();
  const entries = await withSession(context, workspace, (session) => session.quarantined());
  const rows = entries.map(({ server, fingerprint, failures, since, cause }) => [
    context.style.bold(visibleLine(server)),
    fingerprint.slice(0, 12),
    `${failures} failures`,
    since,
    visibleLine(cause),
  ]);
  const text =
    rows.length === 0 ? 'no server is in quarantine\n' : `${table(rows, { columns: context.columns }).join('\n')}\n`;
  const notes =
    rows.length === 0
      ? []
      : [
          `  → find out why it fails: ${advised('doctor', anyServer, context.advice)}; then: ${advised('quarantine clear', anyServer, context.advice)}`,
        ];
  return { exitCode: exitCodes.ok, document: { quarantine: entries }, text, notes };
}

export interface QuarantineClearOptions {
  readonly server?: string | undefined;
  readonly all: boolean;
}

/** `mcp quarantine clear`: lets a server be started again, as it is. */
export async function quarantineClear(
  context: Context,
  { server, all }: QuarantineClearOptions,
): Promise<CommandResult> {
  if ((server === undefined) !== all) {
    throw usageError(
      server === undefined ? 'no server was named' : 'a server was named, and --all given',
      'write mcp quarantine clear <server>, or mcp quarantine clear --all',
    );
  }
  const workspace = await context.openWorkspace();
  return withSession(context, workspace, async (session) => {
    const entries = await session.quarantined();
    const chosen = entries.filter((entry) => server === undefined || entry.server === server);
    if (server !== undefined && chosen.length === 0) throw notQuarantined(server, entries);
    const released: QuarantineEntry[] = [];
    for (const entry of chosen) if (await session.release(entry)) released.push(entry);
    const lines = released.map((entry) => `${visibleLine(entry.server)} may be started again\n`);
    return {
      exitCode: exitCodes.ok,
      document: { cleared: released },
      text: lines.length === 0 ? 'no server was in quarantine\n' : lines.join(''),
    };
  });
}

function notQuarantined(server: string, entries: readonly QuarantineEntry[]): Error {
  const near = nearest(
    server,
    entries.map((entry) => entry.server),
  );
  const next =
    near.length > 0
      ? `did you mean ${near.map(visibleLine).join(', ')}?`
      : 'see which servers are: mcp quarantine list';
  return usageError(`${visibleLine(server)} is not in quarantine`, next, near);
}
