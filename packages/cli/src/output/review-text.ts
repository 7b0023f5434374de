import type { Context } from '../context.ts';
import type { ConfiguredServer, Decision, Review } from '../servers/workspace.ts';
import { commandLine } from './command-line.ts';
import { factLines } from './facts.ts';
import { namesByRule } from './passed-text.ts';
import { placeOf } from './problem-text.ts';
import { programLines } from './program-text.ts';
import { pathOf } from './shown-path.ts';
import { visibleLine } from './visible.ts';

export interface Reviewed {
  readonly server: ConfiguredServer;
  readonly review: Review;
  /** Of the whole configuration. */
  readonly decisions: readonly Decision[];
}

/** What a person has to see before he says yes: all of it. */
export function reviewText({ server, review, decisions }: Reviewed, { style, host }: Context): string {
  const path = pathOf(host);
  const facts = factLines(
    [
      ['from', placeOf(server, path)],
      [server.transport === 'stdio' ? 'command' : 'address', commandLine(server.command)],
      [
        'resolved',
        ...(review.executable === undefined ? [] : [visibleLine(review.executable)]),
        ...(review.address === undefined ? [] : [visibleLine(review.address)]),
        ...programLines(review.programs),
      ],
      ['works in', ...(review.cwd === undefined ? [] : [`${path(review.cwd)}, which is no sandbox`])],
      ['sandbox', ...review.sandbox.map(visibleLine)],
      ['variables', ...namesByRule(review.environment)],
      ['headers', ...namesByRule(review.headers)],
      ['it asks for', ...review.wishes.map((wish) => `${visibleLine(wish)}  (noted, not granted)`)],
      ['take care', ...warnings(server, decisions)],
      ['changed', ...review.changes.map(visibleLine)],
      ['fingerprint', review.fingerprint],
    ],
    style,
  );
  return `${style.bold(visibleLine(server.name))}\n${facts.join('\n')}\n`;
}

/** What was decided about the entry that decides about a yes too; its wishes are told for themselves. */
function warnings({ name }: ConfiguredServer, decisions: readonly Decision[]): string[] {
  return decisions
    .filter(
      ({ serverName, kind, severity }) =>
        serverName === name && kind !== 'wish' && (severity === 'ask' || kind === 'shadowed'),
    )
    .map(({ message }) => visibleLine(message));
}
