import type { Messages } from '../messages/index.ts';
import { padTo } from '../page.ts';
import type { Caller } from './callers.ts';
import { stepsOfScene, type Step, type Story } from './story.ts';
import type { WireLine } from './wire-lines.ts';

/** One picture and its heading. */
export interface DrawnStory {
  readonly title: string;
  readonly story: Story;
}

interface Scene {
  readonly id: string;
  readonly title: string;
}

/** Columns of one picture. */
const pictureColumns = 38;
const gap = 2;

/** Pictures beside each other, as lines of text: as many as fit, the others below. Nobody asked: nothing is drawn. */
export function drawStories(
  pictures: readonly DrawnStory[],
  { scenes, columns, messages }: { scenes: readonly Scene[]; columns: number; messages: Messages },
): string[] {
  const beside = Math.max(1, Math.floor((columns + gap) / (pictureColumns + gap)));
  const lines: string[] = [];
  const drawn = pictures.filter(({ story }) => story.callers.length > 0);
  for (let from = 0; from < drawn.length; from += beside) {
    const row = drawn.slice(from, from + beside);
    lines.push(sideBySide(row.map(({ title }) => title)));
    for (const { id, title } of scenes) {
      const parts = row.map(({ story }) => stepsOfScene(story, id).map((step) => drawStep(step, messages.trace)));
      const height = Math.max(...parts.map((part) => part.length));
      if (height > 0) lines.push('', title);
      for (let at = 0; at < height; at += 1) lines.push(sideBySide(parts.map((part) => part[at] ?? '')));
    }
    lines.push('');
  }
  return lines;
}

function sideBySide(texts: readonly string[]): string {
  return texts
    .map((text) => padTo(text, pictureColumns + gap))
    .join('')
    .trimEnd();
}

function drawStep(step: Step, says: Messages['trace']): string {
  switch (step.kind) {
    case 'scene':
      return '';
    case 'request':
      return `${step.caller.name} ${arrow(step.line, { to: 'server' })}`;
    case 'given': {
      const { caller, owner, line } = step;
      const said = owner ? (owner.name === caller.name ? says.own : says.others(owner.name)) : says.somethingElse;
      const mark = caller.outcome === 'own' ? '✓' : '✗';
      return `${caller.name} ${line ? arrow(line, { to: 'caller' }) : padTo('', arrowColumns)}  ${mark} ${said}`;
    }
    case 'refused':
      return withoutArrow(step.caller, refusal(step.caller, says));
    case 'untold':
      return withoutArrow(step.caller, `✗ ${says.untold}`);
    case 'dropped':
      return `  ${arrow(step.line, { to: 'nobody' })}  ${step.isLate ? `· ${says.tooLate}` : `✗ ${says.lost(step.caller.name)}`}`;
    default:
      return step satisfies never;
  }
}

function refusal({ outcome, request, end }: Caller, says: Messages['trace']): string {
  if (!request) return `✗ ${(end?.kind === 'refused' ? end.code : '').slice(0, pictureColumns - arrowColumns - 6)}`;
  if (outcome === 'error') return `· ${says.error}`;
  return outcome === 'gave-up' ? `· ${says.givesUp}` : `✗ ${says.inVain}`;
}

function withoutArrow({ name }: Caller, said: string): string {
  return `${name} ${padTo('', arrowColumns)}  ${said}`;
}

const arrowColumns = 12;

/** `─── #2 ───→` to the server, `←── #2 ────` to a caller, `×── #2 ────` to nobody. */
function arrow({ id }: WireLine, { to }: { readonly to: 'server' | 'caller' | 'nobody' }): string {
  const label = ` #${String(id).slice(0, 5)} `;
  const rest = '─'.repeat(arrowColumns - label.length - 4);
  if (to === 'server') return `───${label}${rest}→`;
  return `${to === 'caller' ? '←' : '×'}──${label}${rest}─`;
}
