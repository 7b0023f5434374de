import type { Diagnosis, Handshake } from '../commands/doctor.ts';
import type { Host } from '../host.ts';
import type { Decision, Examination, Problem, Reach, ReachStep, Workspace } from '../servers/workspace.ts';
import { advised, type Advice } from './advice.ts';
import { commandLine } from './command-line.ts';
import { counted } from './counted.ts';
import { listReportOf } from './error-report.ts';
import { factLines, type Fact } from './facts.ts';
import { namesByRule } from './passed-text.ts';
import { placeOf, problemLines } from './problem-text.ts';
import { programLines } from './program-text.ts';
import { pathOf } from './shown-path.ts';
import type { Style } from './style.ts';
import { visible, visibleLine } from './visible.ts';

export interface DoctorTextOptions {
  readonly workspace: Workspace;
  readonly general: readonly Problem[];
  readonly diagnoses: readonly Diagnosis[];
  readonly style: Style;
  readonly advice: Advice;
  readonly host: Host;
}

/** All that was found, file by file and server by server, problems beside what they are about. */
export function doctorText(options: DoctorTextOptions): string {
  const { workspace, general, diagnoses, style } = options;
  const path = pathOf(options.host);
  const files = workspace.files.map(
    ({ path: file, kind, exists }) => `${path(file)}  ${fileWords[kind]}${exists ? '' : ', does not exist'}`,
  );
  const about = workspace.decisions.filter(({ serverName }) => serverName === undefined);
  const head = [
    style.bold('configuration'),
    ...factLines([['files', ...files], ...decisionFacts(about)], style),
    ...general.flatMap((problem) => problemLines(problem, path)).map((line) => `  ${line}`),
  ];
  const blocks = diagnoses.map((diagnosis) => serverLines(diagnosis, options, path));
  return [head, ...blocks, [summary(diagnoses, general)]].map((lines) => `${lines.join('\n')}\n`).join('\n');
}

const fileWords = {
  named: '(named by --config: needs approval)',
  project: '(of the project: needs approval)',
  user: '(your own: trusted)',
} as const;

function serverLines(
  { server, examination, handshake, reach }: Diagnosis,
  { workspace: { decisions }, style, advice }: DoctorTextOptions,
  path: (path: string) => string,
): string[] {
  const { programs, fingerprint, environment, headers, sandbox, wishes, problems } = examination;
  const facts: Fact[] = [
    ['from', ...(server.file === undefined ? [] : [`${placeOf(server, path)}  (${server.dialect})`])],
    [server.transport === 'stdio' ? 'command' : 'address', commandLine(server.command)],
    ['resolved', ...resolvedLines(examination), ...programLines(programs)],
    ['works in', ...cwdLines(examination, path)],
    ['sandbox', ...sandbox.map(visibleLine)],
    ['identity', ...(fingerprint === undefined ? [] : [fingerprint])],
    ['approval', ...approvalLines(examination, server.name, advice)],
    ['quarantine', ...quarantineLines(examination, advice)],
    ...decisionFacts(decisions.filter(({ serverName }) => serverName === server.name)),
    ['it asks for', ...wishes.map((wish) => `${visibleLine(wish)}  (noted, not granted)`)],
    ['variables', ...namesByRule(environment)],
    ['headers', ...namesByRule(headers)],
    ['way', ...reachLines(reach, style)],
    ['handshake', ...handshakeLines(handshake, { style, advice })],
    ...problems.map(({ message, cure }): Fact => [
      'problem',
      ...visible(message).split('\n'),
      `→ ${visibleLine(cure)}`,
    ]),
  ];
  return [
    `${style.bold(visibleLine(server.name))}  ${stateWord(server.isEnabled, handshake, examination, style)}`,
    ...factLines(facts, style),
  ];
}

function stateWord(isEnabled: boolean, handshake: Handshake, { status, problems }: Examination, style: Style): string {
  if (!isEnabled) return 'disabled';
  if (handshake.state === 'ready') return style.good('works');
  if (handshake.state === 'failed') return style.bad('does not work');
  if (problems.length > 0) return style.bad('cannot be started');
  return status === 'needed' ? style.warn('needs approval') : 'not started';
}

/** Decisions by what they are, in the order of the table; what is not in it comes last, under its own name. */
const decisionLabels: Readonly<Record<string, string>> = {
  dialect: 'dialect',
  unit: 'decided',
  renamed: 'decided',
  converted: 'decided',
  variable: 'decided',
  shadowed: 'decided',
  dropped: 'dropped',
  'unknown-key': 'dropped',
  skipped: 'skipped',
  'loader-variable': 'take care',
};

/** Told elsewhere, or in the facts already. */
const silent: readonly string[] = ['file', 'wish'];

function decisionFacts(decisions: readonly Decision[]): Fact[] {
  const byLabel = new Map<string, string[]>();
  for (const { kind, message } of decisions) {
    if (silent.includes(kind)) continue;
    const label = decisionLabels[kind] ?? kind;
    byLabel.set(label, [...(byLabel.get(label) ?? []), visibleLine(message)]);
  }
  return [...byLabel].map(([label, lines]): Fact => [label, ...lines]);
}

function cwdLines({ cwd, cwdExists }: Examination, path: (path: string) => string): string[] {
  if (cwd === undefined) return [];
  return [`${path(cwd)}${cwdExists === false ? ', which does not exist' : ', which is no sandbox'}`];
}

function approvalLines({ status, changes }: Examination, name: string, advice: Advice): string[] {
  if (status === 'needed') return [`needed: ${advised('approve', name, advice)}`, ...changes.map(visibleLine)];
  return status === 'unknown' ? [] : [status === 'approved' ? 'given' : 'not needed'];
}

/** What is started, or where it is reached, when that is not as it is written. */
function resolvedLines({ executable, address }: Pick<Examination, 'executable' | 'address'>): string[] {
  return [executable, address].flatMap((one) => (one === undefined ? [] : [visibleLine(one)]));
}

const stepWords: Readonly<Record<ReachStep['step'], string>> = {
  dns: 'its name cannot be looked up',
  connect: 'there is no connection',
  tls: 'there is no TLS',
};

/** Each step of the way with its time, and what to do where it ends. */
function reachLines(reach: Reach | undefined, style: Style): string[] {
  if (reach === undefined) return [];
  const { steps, failure } = reach;
  const done = steps.map(({ said, ms }) => `${visibleLine(said)}, ${ms} ms`);
  if (failure === undefined) return done;
  const { step, message, cure } = failure;
  return [...done, `${style.bad(stepWords[step])}: ${visibleLine(message)}`, `→ ${visibleLine(cure)}`];
}

function quarantineLines({ quarantine }: Examination, advice: Advice): string[] {
  if (quarantine === undefined) return [];
  const { failures, since, cause, server } = quarantine;
  return [
    `since ${since}, after ${failures} failures: ${visibleLine(cause)}`,
    `when it is repaired: ${advised('quarantine clear', server, advice)}`,
  ];
}

function handshakeLines(
  handshake: Handshake,
  { style, advice }: Pick<DoctorTextOptions, 'style' | 'advice'>,
): string[] {
  switch (handshake.state) {
    case 'skipped':
      return [`not tried: ${handshake.why}`];
    case 'disabled':
    case 'not-started':
      return ['not tried: the configuration disables it'];
    case 'failed': {
      const { code, message, next, stderr, server } = listReportOf(handshake.error, advice);
      const said = stderr === undefined ? [] : visible(stderr).trimEnd().split('\n').slice(-10);
      return [
        `${style.bad('failed')}  ${code}`,
        ...visible(message).split('\n'),
        ...said.map((line) => `| ${line}`),
        // Whoever reads this has asked the doctor already.
        ...(next.endsWith(advised('doctor', server, advice)) ? [] : [`→ ${visibleLine(next)}`]),
      ];
    }
    case 'ready': {
      const { about, tools, rejected, changes = [], timings, truncated } = handshake;
      const { serverName, serverVersion, era, revision, capabilities, hasSession } = about;
      const session = hasSession === undefined ? '' : hasSession ? ', in a session' : ', without a session';
      return [
        `${style.good('ok')}  ${visibleLine(serverName)} ${visibleLine(serverVersion)}, handshake in ${timings.handshakeMs} ms`,
        `revision ${revision}, era ${era}${session}, offers ${capabilities.map(visibleLine).join(', ') || 'nothing'}`,
        `${counted(tools.length, 'tool')}, listed in ${timings.listMs} ms`,
        ...rejected.map(
          ({ name, reason }) => `left out: ${name === undefined ? '' : `${visibleLine(name)}: `}${visibleLine(reason)}`,
        ),
        ...changes.map((words) => `changed, and to be approved again: ${visibleLine(words)}`),
        ...(truncated === undefined ? [] : [`the list was cut: ${visibleLine(truncated)}`]),
      ];
    }
    default:
      return handshake satisfies never;
  }
}

function summary(diagnoses: readonly Diagnosis[], general: readonly Problem[]): string {
  const works = diagnoses.filter(({ handshake }) => handshake.state === 'ready').length;
  const failed = diagnoses.filter(({ handshake }) => handshake.state === 'failed').length;
  const parts = [counted(diagnoses.length, 'server'), counted(works, 'works', 'work')];
  if (failed > 0) parts.push(`${failed} failed`);
  const other = diagnoses.length - works - failed;
  if (other > 0) parts.push(`${other} not started`);
  if (general.length > 0) parts.push(`${counted(general.length, 'problem')} in the configuration`);
  return parts.join(' · ');
}
