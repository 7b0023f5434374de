import type { EventRow, LoadedTrace } from '../model/loaded-trace.ts';
import type { Life } from '../model/process-life.ts';
import { timeScale, type TimeScale } from './time-scale.ts';

const lifeRowHeight = 30;
const top = 24;
const right = 26;

interface LifeRow {
  readonly life: Life;
  /** The middle of its row. */
  readonly y: number;
  readonly phases: readonly { readonly state: string; readonly x: number; readonly width: number }[];
  /** What happened to its process. */
  readonly marks: readonly { readonly event: EventRow; readonly x: number }[];
}

export interface LifeLayout {
  readonly scale: TimeScale;
  readonly rows: readonly LifeRow[];
  readonly labelWidth: number;
  readonly width: number;
  readonly height: number;
}

/** The lives of a trace, one below the other, over all of its time. */
export function lifeLayout({ firstMs, lastMs }: LoadedTrace, lives: readonly Life[], width: number): LifeLayout {
  const labelWidth = Math.round(Math.min(200, width * 0.34));
  const mostTicks = Math.max(2, Math.floor((width - labelWidth) / 90));
  const scale = timeScale({ fromMs: firstMs, toMs: lastMs, fromPlace: labelWidth, toPlace: width - right, mostTicks });
  const rows = lives.map((life, place): LifeRow => ({
    life,
    y: top + (place + 0.5) * lifeRowHeight,
    phases: life.phases.map(({ state, fromMs, toMs }) => {
      const x = scale.place(fromMs);
      return { state, x, width: Math.max(1, scale.place(toMs) - x) };
    }),
    marks: life.steps
      .filter(({ record }) => record.type === 'process' || record.type === 'gone')
      .map((event) => ({ event, x: scale.place(event.ms) })),
  }));
  return { scale, rows, labelWidth, width, height: top + lives.length * lifeRowHeight + 8 };
}
