import type { Style } from './style.ts';

/** One fact: what it is about, and lines that say it. */
export type Fact = readonly [label: string, ...lines: string[]];

const labelWidth = 12;

/** Facts one below the other, with their labels in a column. A fact without lines is left out. */
export function factLines(facts: readonly Fact[], style: Style): string[] {
  return facts.flatMap(([label, ...lines]) =>
    lines.map((line, at) => `  ${style.dim((at === 0 ? label : '').padEnd(labelWidth))} ${line}`.trimEnd()),
  );
}
