import type { VNode } from 'preact';
import { overviewHeight, overviewLayout } from '../layout/overview-layout.ts';
import { short } from '../layout/point.ts';
import { matcher, type Filter } from '../model/filter.ts';
import type { LoadedTrace, RequestRow } from '../model/loaded-trace.ts';
import type { PageSlice } from '../model/page-slice.ts';
import { TraceFigure } from './trace-figure.tsx';
import { useView } from './view-context.ts';

const width = 1200;

interface OverviewProps {
  readonly filter: Filter;
  readonly found: readonly RequestRow[];
  readonly slice: PageSlice<RequestRow>;
}

/** All requests of each trace in a strip; a frame shows where the page of the other views is. */
export function OverviewSection({ filter, found, slice }: OverviewProps): VNode | undefined {
  const { loaded, strings } = useView();
  const traces = loaded.traces.filter(({ requests }) => requests.length > 0);
  if (traces.length === 0) return undefined;
  const fromMs = Math.min(...traces.map((trace) => trace.firstMs));
  const toMs = Math.max(...traces.map((trace) => trace.lastMs));
  return (
    <section class="overview" aria-labelledby="overview-heading">
      <h2 id="overview-heading">{strings.overview}</h2>
      {traces.map((trace) => (
        <Strip
          key={trace.index}
          trace={trace}
          filter={filter}
          shown={found.reduce((count, row) => (row.trace === trace.index ? count + 1 : count), 0)}
          rows={slice.pageCount > 1 ? slice.items.filter((row) => row.trace === trace.index) : []}
          fromMs={fromMs}
          toMs={toMs}
        />
      ))}
    </section>
  );
}

interface StripProps {
  readonly trace: LoadedTrace;
  readonly filter: Filter;
  readonly shown: number;
  /** Of the page; none: everything is on it. */
  readonly rows: readonly RequestRow[];
  readonly fromMs: number;
  readonly toMs: number;
}

function Strip({ trace, filter, shown, rows, fromMs, toMs }: StripProps): VNode {
  const { strings, format } = useView();
  const { buckets, most } = overviewLayout(trace, matcher(filter), { width, fromMs, toMs });
  const place = (ms: number): number => short(((ms - fromMs) / Math.max(toMs - fromMs, 1)) * width);
  const starts = rows.map(({ startMs }) => startMs);
  const frame = starts.length === 0 ? undefined : { from: place(Math.min(...starts)), to: place(Math.max(...starts)) };
  return (
    <TraceFigure trace={trace} class="strip">
      <svg
        role="img"
        aria-label={strings.overviewName({
          total: trace.requests.length,
          shown,
          most,
        })}
        viewBox={`0 0 ${width} ${overviewHeight}`}
        width={width}
        height={overviewHeight}
        preserveAspectRatio="none"
      >
        {buckets.map(({ x, width: bucketWidth, blocks, allY }) => (
          <g key={x}>
            {allY === undefined ? undefined : (
              <rect
                class="bucket-all"
                x={short(x)}
                y={short(allY)}
                width={short(bucketWidth - 1)}
                height={short(overviewHeight - allY)}
              />
            )}
            {blocks.map(({ outcome, y, height }) => (
              <rect
                key={outcome}
                class={`block ${outcome}`}
                x={short(x)}
                y={short(y)}
                width={short(bucketWidth - 1)}
                height={short(height)}
              />
            ))}
          </g>
        ))}
        {frame === undefined ? undefined : (
          <rect
            class="frame"
            x={frame.from}
            y={0.75}
            width={Math.max(6, frame.to - frame.from)}
            height={overviewHeight - 1.5}
          />
        )}
      </svg>
      <div class="strip-times" aria-hidden="true">
        <span>{format.time(fromMs)}</span>
        <span>{format.time(toMs)}</span>
      </div>
    </TraceFigure>
  );
}
