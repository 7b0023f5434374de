import type { ConfiguredServer, Listing } from '../servers/workspace.ts';
import { errorText, reportOf } from './error-report.ts';
import type { Style } from './style.ts';
import { table } from './table.ts';
import { visibleLine } from './visible.ts';

export interface ListingTextOptions {
  readonly style: Style;
  /** Undefined: not a terminal, and nothing is cut. */
  readonly columns: number | undefined;
  /** One server was asked for: its descriptions are shown whole. */
  readonly isDetailed: boolean;
  readonly pathOf: (path: string) => string;
}

export interface ListingEntry {
  readonly server: ConfiguredServer;
  /** Undefined: it was not started. */
  readonly listing: Listing | undefined;
}

/** Characters of a description in a pipe, where there is no width to go by. */
const maxDescription = 500;

/** Servers one below the other, each with its tools. */
export function listingText(entries: readonly ListingEntry[], options: ListingTextOptions): string {
  return entries.map((entry) => `${serverLines(entry, options).join('\n')}\n`).join('\n');
}

function serverLines({ server, listing }: ListingEntry, options: ListingTextOptions): string[] {
  const { style, pathOf } = options;
  const name = style.bold(visibleLine(server.name));
  if (listing?.state === 'ready') return readyLines(name, listing, options);
  if (listing?.state === 'failed') {
    const report = reportOf(listing.error);
    const [first = '', ...rest] = errorText({ ...report, message: report.message, server: undefined as never }, style)
      .trimEnd()
      .split('\n');
    return [`${name}  ${style.bad('failed')}  ${report.code}`, `  ${first}`, ...rest.map((line) => `  ${line}`)];
  }
  const from = server.file === undefined ? '' : `  ${style.dim(pathOf(server.file))}`;
  if (!server.isEnabled) return [`${name}  disabled${from}`];
  return [`${name}  not started${from}`, `  ${server.command.map(visibleLine).join(' ')}`];
}

function readyLines(
  name: string,
  { server, about, tools, rejected, changes, truncated }: Extract<Listing, { state: 'ready' }>,
  { style, columns, isDetailed }: ListingTextOptions,
): string[] {
  const { serverName, serverVersion, era, revision } = about;
  const count = `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`;
  const said = `${visibleLine(serverName)} ${visibleLine(serverVersion)}, revision ${revision} (${era}), ${count}`;
  const rows = tools.map((tool) => [visibleLine(tool.name), firstLine(tool.description, isDetailed)]);
  return [
    `${name}  ${style.good('ready')}  ${style.dim(said)}`,
    ...table(rows, { columns: isDetailed ? undefined : columns, indent: 2 }),
    ...rejected.map(
      ({ name: tool, reason }) =>
        `  ${style.warn('left out:')} ${tool === undefined ? '' : `${visibleLine(tool)}: `}${visibleLine(reason)}`,
    ),
    ...changeLines(server, changes, style),
    ...(truncated === undefined ? [] : [`  ${style.warn('the list was cut:')} ${visibleLine(truncated)}`]),
  ];
}

function changeLines(server: string, changes: readonly string[] | undefined, style: Style): string[] {
  if (changes === undefined) return [];
  const lines = changes.map((words) => `  ${style.warn('changed:')} ${visibleLine(words)}`);
  return [...lines, `  → look at it and say yes: mcp approve ${visibleLine(server)}`];
}

/** The first sentence of a description says most; all of it stands in the document. */
function firstLine(description: string, isDetailed: boolean): string {
  const line = visibleLine(description.trim().split(/\r?\n/, 1)[0] ?? '');
  return isDetailed || line.length <= maxDescription ? line : `${line.slice(0, maxDescription)}…`;
}
