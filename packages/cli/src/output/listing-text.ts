import type { ConfiguredServer, ListedTool, Listing } from '../servers/workspace.ts';
import { advised, type Advice } from './advice.ts';
import { argumentsText } from './arguments-text.ts';
import { ageText } from './age-text.ts';
import { commandLine } from './command-line.ts';
import { counted } from './counted.ts';
import { errorText, needsApproval, listReportOf } from './error-report.ts';
import type { Style } from './style.ts';
import { table } from './table.ts';
import { visible, visibleLine } from './visible.ts';

export interface ListingTextOptions {
  readonly style: Style;
  readonly advice: Advice;
  /** Undefined: not a terminal, and nothing is cut. */
  readonly columns: number | undefined;
  /** One server was asked for: what its tools take, and their descriptions as a whole. */
  readonly isDetailed: boolean;
  readonly pathOf: (path: string) => string;
}

export interface ListingEntry {
  readonly server: ConfiguredServer;
  readonly listing: Listing;
}

/** Characters of a description in a pipe, where there is no width to go by. */
const maxDescription = 500;

/** Servers one below the other, each with its tools. */
export function listingText(entries: readonly ListingEntry[], options: ListingTextOptions): string {
  return entries.map((entry) => `${serverLines(entry, options).join('\n')}\n`).join('\n');
}

function serverLines({ server, listing }: ListingEntry, options: ListingTextOptions): string[] {
  const { style, columns, pathOf, advice } = options;
  const name = style.bold(visibleLine(server.name));
  const from = server.file === undefined ? '' : `  ${style.dim(pathOf(server.file))}`;
  switch (listing.state) {
    case 'ready':
      return readyLines(name, listing, options);
    case 'failed': {
      // Whose error it is stands before it.
      const { server: _, ...report } = listReportOf(listing.error, advice);
      const [first = '', ...rest] = errorText(report, style).trimEnd().split('\n');
      const state = needsApproval(report) ? style.warn('needs approval') : style.bad('failed');
      return [`${name}  ${state}  ${report.code}`, `  ${first}`, ...rest.map((line) => `  ${line}`)];
    }
    case 'disabled':
      return [`${name}  disabled${from}`];
    case 'not-started': {
      const { known } = listing;
      if (known === undefined) return [`${name}  not started${from}`, `  ${commandLine(server.command)}`];
      const seen = `  ${style.dim(`its tools as of ${ageText(known.ageMs)}`)}`;
      return [
        `${name}  not started${from}${seen}`,
        `  ${commandLine(server.command)}`,
        ...toolTable(known.tools, columns),
      ];
    }
    default:
      return listing satisfies never;
  }
}

function readyLines(
  name: string,
  { server, about, tools, rejected, changes, truncated }: Extract<Listing, { state: 'ready' }>,
  { style, columns, isDetailed, advice }: ListingTextOptions,
): string[] {
  const { serverName, serverVersion, era, revision } = about;
  const said = `${visibleLine(serverName)} ${visibleLine(serverVersion)}, revision ${revision} (${era}), ${counted(tools.length, 'tool')}`;
  return [
    `${name}  ${style.good('ready')}  ${style.dim(said)}`,
    ...(isDetailed ? tools.flatMap((tool) => toolLines(tool, style)) : toolTable(tools, columns)),
    ...rejected.map(
      ({ name: tool, reason }) =>
        `  ${style.warn('left out:')} ${tool === undefined ? '' : `${visibleLine(tool)}: `}${visibleLine(reason)}`,
    ),
    ...changeLines(server, changes, { style, advice }),
    ...(truncated === undefined ? [] : [`  ${style.warn('the list was cut:')} ${visibleLine(truncated)}`]),
  ];
}

function changeLines(
  server: string,
  changes: readonly string[] | undefined,
  { style, advice }: Pick<ListingTextOptions, 'style' | 'advice'>,
): string[] {
  if (changes === undefined) return [];
  const lines = changes.map((words) => `  ${style.warn('changed:')} ${visibleLine(words)}`);
  return [...lines, `  → look at it and say yes: ${advised('approve', server, advice)}`];
}

/** A line for each tool, with the first line of its description: that says most. */
function toolTable(tools: readonly Pick<ListedTool, 'name' | 'description'>[], columns: number | undefined): string[] {
  const rows = tools.map(({ name, description }) => {
    const line = visibleLine(description.trim().split(/\r?\n/, 1)[0] ?? '');
    return [visibleLine(name), line.length <= maxDescription ? line : `${line.slice(0, maxDescription)}…`];
  });
  return table(rows, { columns, indent: 2 });
}

/** All that somebody has to know who calls it. */
function toolLines({ name, description, inputSchema }: ListedTool, style: Style): string[] {
  const words = description.trim() === '' ? [] : visible(description.trim()).split('\n');
  return [
    `  ${style.bold(visibleLine(name))} ${argumentsText(inputSchema)}`.trimEnd(),
    ...words.map((line) => `      ${line}`.trimEnd()),
  ];
}
