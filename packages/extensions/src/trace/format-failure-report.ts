import type { FactsReport, FailureReport } from './failure-report.ts';

type Row = readonly [label: string, value: string | undefined];

/** Columns of the labels. */
const labelWidth = 12;

/**
 * A report as Markdown that can be pasted into a public issue. Whatever a server, an error or a configuration said stands in
 * code blocks whose fences it cannot end: no link, no mention, no HTML comes of it.
 */
export function formatFailureReport(report: FailureReport | FactsReport): string {
  const isFailure = 'code' in report;
  const rows = isFailure ? [...failureRows(report), ...factRows(report)] : factRows(report);
  const stderr = isFailure ? report.stderr : undefined;
  return [
    isFailure ? `### MCP failure report: \`${report.code}\`` : '### MCP report: facts, and no failure',
    '',
    ...fenced(rows.flatMap(rowLines)),
    '',
    ...(stderr === undefined ? [] : [stderrTitle(stderr), '', ...fenced(stderr.text.split('\n')), '']),
    leftOut,
    '',
  ].join('\n');
}

const leftOut =
  'Left out: arguments, results, and values of variables and headers. Taken out of the texts: what looks like a credential, known ' +
  'secrets, home folders, the names of user and machine, e-mail addresses. What is in the frames was partly written by the ' +
  'server: read it before you publish it.';

function failureRows({ code, message, phase, outcome, request = {}, process = {}, causes }: FailureReport): Row[] {
  const { method, tool, id, durationMs, timeout, timeoutMs, remoteCode, httpStatus } = request;
  return [
    ['code', code],
    ['message', message],
    ['phase', phase],
    ['outcome', outcome === undefined ? undefined : outcomeWords[outcome]],
    ['method', method],
    ['tool', tool],
    ['request id', shown(id)],
    ['duration', milliseconds(durationMs)],
    ['timeout', timeoutWords(timeout, timeoutMs)],
    ['remote code', shown(remoteCode)],
    ['HTTP status', shown(httpStatus)],
    ['process', endWords(process)],
    ['errno', process.errno],
    ...causes.map((cause, at): Row => [`cause ${at + 1}`, `${cause.code}: ${cause.message}`]),
  ];
}

function factRows({ at, server = {}, host }: FactsReport): Row[] {
  const { name, claims, identity, address, era, protocolVersion, instanceId } = server;
  return [
    ['server', name],
    ['says it is', claims === undefined ? undefined : `${claims.name} ${claims.version}`],
    ['identity', identity],
    ['address', address],
    ['protocol', era === undefined ? protocolVersion : `${protocolVersion ?? ''} (${era})`.trim()],
    ['instance', instanceId],
    ['time', at],
    ['client', `${host.package} ${host.version}`],
    ['host', `Node.js ${host.node}, ${host.platform} ${host.arch}`],
  ];
}

const outcomeWords = {
  'not-sent': 'not-sent: nothing of it reached the server',
  unknown: 'unknown: it may have been executed',
} as const;

function rowLines([label, value]: Row): string[] {
  return value === undefined ? [] : [`${label.padEnd(labelWidth)} ${value}`];
}

function stderrTitle({ truncated }: { readonly truncated: boolean }): string {
  return truncated ? 'The last lines of its stderr:' : 'Its stderr:';
}

/** Longer than any run of backticks in it: so no line of it ends the block (CommonMark, fenced code blocks). */
function fenced(lines: readonly string[]): string[] {
  const runs = lines.flatMap((line) => Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(Math.max(2, ...runs) + 1);
  return [`${fence}text`, ...lines, fence];
}

function timeoutWords(timeout: string | undefined, timeoutMs: number | undefined): string | undefined {
  return timeout === undefined ? milliseconds(timeoutMs) : [timeout, milliseconds(timeoutMs)].join(', ').trim();
}

function endWords({ exitCode, signal }: NonNullable<FailureReport['process']>): string | undefined {
  if (exitCode === undefined && signal === undefined) return undefined;
  if (typeof signal === 'string') return `ended by ${signal}`;
  return typeof exitCode === 'number' ? `exit code ${exitCode}` : 'no exit was seen';
}

function milliseconds(value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${value} ms`;
}

function shown(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
