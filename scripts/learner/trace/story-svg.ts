import type { Messages } from '../messages/index.ts';
import type { Caller } from './callers.ts';
import type { DrawnStory } from './draw-story.ts';
import { stepsOfScene, type Step } from './story.ts';

interface SvgOptions {
  readonly scenes: readonly { readonly id: string; readonly title: string }[];
  readonly messages: Messages;
  /** What the picture shows, for who cannot see it. */
  readonly title: string;
  readonly description: string;
}

const panelWidth = 400;
const stepHeight = 36;
const headHeight = 56;
const sceneGap = 68;
const serverX = 350;
const callerX = [44, 104] as const;
/** How much lower an arrow ends than it begins: time goes down. */
const fall = 12;

/**
 * Pictures beside each other, as one SVG without script, fonts or colours of its own making: it follows the reader's light or
 * dark theme. Each caller has a colour and a letter, and an answer has those of the caller to whose request it belongs.
 */
export function storiesSvg(
  pictures: readonly DrawnStory[],
  { scenes, messages, title, description }: SvgOptions,
): string {
  const says = messages.trace;
  const parts: string[] = [];
  let y = headHeight;
  for (const scene of scenes) {
    parts.push(text({ x: 24, y: y + 4, className: 'scene', says: scene.title }));
    const steps = pictures.map(({ story }) => stepsOfScene(story, scene.id));
    for (const [index, panel] of steps.entries())
      parts.push(drawPanel(panel, { left: index * panelWidth, top: y + 44, says }));
    y += Math.max(...steps.map((panel) => panel.length)) * stepHeight + sceneGap;
  }
  const width = pictures.length * panelWidth;
  const heads = pictures.map((picture, index) =>
    text({ x: index * panelWidth + 24, y: 30, className: 'title', says: picture.title }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escape(title)}</title>`,
    `<desc id="description">${escape(description)}</desc>`,
    `<style>${style}</style>`,
    `<rect class="paper" width="${width}" height="${y}" rx="8"/>`,
    ...pictures
      .slice(1)
      .map((_, index) => line([(index + 1) * panelWidth, 16], [(index + 1) * panelWidth, y - 16], 'rule')),
    ...heads,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

interface Panel {
  readonly left: number;
  readonly top: number;
  readonly says: Messages['trace'];
}

/** One scene of one client: the callers on the left, each with a bar as long as it waits; the server on the right. */
function drawPanel(steps: readonly Step[], { left, top, says }: Panel): string {
  const callers = steps.flatMap((step) => (step.kind === 'request' ? [step.caller] : []));
  const place = (caller: Caller): number => callers.findIndex(({ name }) => name === caller.name);
  const x = (caller: Caller): number => left + (callerX[place(caller)] ?? callerX[0]);
  const at = (index: number): number => top + index * stepHeight;
  const bottom = at(steps.length) - 8;
  const server = left + serverX;

  const bars = callers.map((caller) => {
    const begins = steps.findIndex((step) => step.kind === 'request' && step.caller === caller);
    const ends = steps.findIndex((step) => isEndOf(step, caller));
    const end = ends < 0 ? bottom : at(ends) + fall;
    return line([x(caller), at(begins)], [x(caller), end], `bar ${colour(place(caller))}`);
  });
  const drawn = steps.map((step, index) =>
    drawStep(step, { x, colour: (caller) => colour(place(caller)), y: at(index), server, says }),
  );
  return [
    line([server, top - 10], [server, bottom], 'lane'),
    text({ x: server, y: top - 16, className: 'small middle', says: says.server }),
    ...bars,
    ...drawn,
  ].join('\n');
}

interface Pen {
  readonly x: (caller: Caller) => number;
  readonly colour: (caller: Caller) => string;
  readonly y: number;
  readonly server: number;
  readonly says: Messages['trace'];
}

function drawStep(step: Step, { x, colour, y, server, says }: Pen): string {
  if (step.kind === 'scene') return '';
  const { caller } = step;
  const middle = server - 110;
  switch (step.kind) {
    case 'request':
      return [
        arrow([x(caller), y], [server, y + fall], colour(caller)),
        disc([x(caller), y], { letter: caller.name, className: colour(caller) }),
        label([middle, y], { id: step.line.id, className: colour(caller) }),
      ].join('\n');
    case 'given': {
      const owner = step.owner ?? caller;
      const isOwn = caller.outcome === 'own';
      return [
        arrow([server, y], [x(caller), y + fall], colour(owner)),
        label([middle, y], { id: step.line?.id, says: says.answerOf(owner.name), className: colour(owner) }),
        mark([x(caller), y + fall], isOwn),
      ].join('\n');
    }
    case 'dropped': {
      const end = server - 150;
      const said = step.isLate ? says.lateShort : says.lostShort;
      return [
        arrow([server, y], [end, y + fall - 3], colour(caller)),
        label([middle, y], { id: step.line.id, says: says.answerOf(caller.name), className: colour(caller) }),
        text({
          x: end - 6,
          y: y + fall + 1,
          className: step.isLate ? 'small end' : 'small end wrong',
          says: `× ${said}`,
        }),
      ].join('\n');
    }
    case 'refused':
    case 'untold': {
      const isBad = caller.outcome === 'in-vain';
      const said = isBad ? `✗ ${says.inVain}` : says.givesUp;
      return [
        `<circle class="stop ${isBad ? 'wrong' : ''}" cx="${x(caller)}" cy="${y + fall}" r="7"/>`,
        text({ x: x(caller) + 16, y: y + fall + 5, className: isBad ? 'small wrong' : 'small', says: said }),
      ].join('\n');
    }
    default:
      return step satisfies never;
  }
}

function isEndOf(step: Step, caller: Caller): boolean {
  return (step.kind === 'given' || step.kind === 'refused' || step.kind === 'untold') && step.caller === caller;
}

function colour(place: number): string {
  return place === 1 ? 'second' : 'first';
}

type Point = readonly [x: number, y: number];

function line([x1, y1]: Point, [x2, y2]: Point, className: string): string {
  return `<line class="${className}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;
}

/** The head is drawn, not a marker: a marker does not take the colour of its line everywhere. */
function arrow([x1, y1]: Point, [x2, y2]: Point, className: string): string {
  const back = x2 > x1 ? -9 : 9;
  const tip = x2 + Math.sign(back) * 3;
  const slope = (y2 - y1) / (x2 - x1);
  const head = [
    [tip, y2],
    [tip + back, y2 + back * slope - 4.5],
    [tip + back, y2 + back * slope + 4.5],
  ];
  const points = head.map(([x = 0, y = 0]) => `${round(x)},${round(y)}`).join(' ');
  return `${line([x1, y1], [tip, y2], className)}<polygon class="${className}" points="${points}"/>`;
}

function disc([x, y]: Point, { letter, className }: { letter: string; className: string }): string {
  return `<circle class="disc ${className}" cx="${x}" cy="${y}" r="11"/>${text({ x, y: y + 4.5, className: 'letter middle', says: letter })}`;
}

function label([x, y]: Point, { id, says, className }: { id?: unknown; says?: string; className: string }): string {
  return text({
    x,
    y: y - 1,
    className: `small middle ${className}`,
    says: [`#${String(id)}`, says].filter(Boolean).join(' · '),
  });
}

function mark([x, y]: Point, isGood: boolean): string {
  return text({
    x: x - 20,
    y: y + 5,
    className: isGood ? 'mark middle right' : 'mark middle wrong',
    says: isGood ? '✓' : '✗',
  });
}

function text({ x, y, className, says }: { x: number; y: number; className: string; says: string }): string {
  return `<text class="${className}" x="${x}" y="${y}">${escape(says)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escape(value: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return value.replaceAll(/[&<>"]/g, (character) => names[character] ?? '');
}

const style = [
  ':root{--paper:#fff;--ink:#1f2328;--quiet:#59636e;--rule:#d1d9e0;--first:#0969da;--second:#bc4c00;--right:#1a7f37;--wrong:#cf222e}',
  '@media(prefers-color-scheme:dark){:root{--paper:#0d1117;--ink:#f0f6fc;--quiet:#9198a1;--rule:#3d444d;--first:#58a6ff;--second:#f0883e;--right:#3fb950;--wrong:#ff7b72}}',
  'text{font:13px system-ui,-apple-system,"Segoe UI","Noto Sans SC","PingFang SC","Microsoft YaHei",sans-serif;fill:var(--ink)}',
  '.paper{fill:var(--paper);stroke:var(--rule)}.rule,.lane{stroke:var(--rule);stroke-width:1.5}',
  '.title{font-size:16px;font-weight:600}.scene{fill:var(--quiet);font-size:14px}.small{font-size:12px;fill:var(--quiet)}',
  '.middle{text-anchor:middle}.end{text-anchor:end}.mark{font-size:17px;font-weight:700}',
  'line{stroke-width:1.8}line.bar{stroke-width:5;stroke-linecap:round;opacity:.35}',
  'line.first{stroke:var(--first)}line.second{stroke:var(--second)}polygon.first,.disc.first,text.first{fill:var(--first)}',
  'polygon.second,.disc.second,text.second{fill:var(--second)}.letter{fill:var(--paper);font-weight:700}',
  '.stop{fill:var(--paper);stroke:var(--quiet);stroke-width:2}.stop.wrong{stroke:var(--wrong)}text.wrong{fill:var(--wrong)}text.right{fill:var(--right)}',
].join('');
