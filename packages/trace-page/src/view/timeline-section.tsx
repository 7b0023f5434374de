import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { short } from '../layout/point.ts';
import { barsTop, eventsY, timelineExtent, timelineLayout, type Bar } from '../layout/timeline-layout.ts';
import type { LoadedTrace, RequestRow } from '../model/loaded-trace.ts';
import type { PageSlice } from '../model/page-slice.ts';
import { eventWords } from '../text/event-words.ts';
import { EventSign, isAlarming } from './event-sign.tsx';
import { OutcomeSign } from './outcome-sign.tsx';
import { outcomeClass, outcomeWords } from './outcome-words.ts';
import { requestName } from './request-name.ts';
import { ScrollBox } from './scroll-box.tsx';
import { useWidth } from './use-width.ts';
import { numbered } from './numbered.ts';
import { TraceFigure } from './trace-figure.tsx';
import { useView } from './view-context.ts';

interface TimelineProps {
  readonly slice: PageSlice<RequestRow>;
  readonly server: string | undefined;
  readonly selected: number | undefined;
}

export function TimelineSection({ slice, server, selected }: TimelineProps): VNode {
  const { loaded, strings } = useView();
  const extent = useMemo(() => timelineExtent(loaded.traces, slice.items), [loaded, slice]);
  return (
    <section class="timelines" aria-labelledby="timeline-heading">
      <h2 id="timeline-heading">{strings.timeline}</h2>
      <p class="how">{strings.timelineHow}</p>
      <div class="side-by-side">
        {loaded.traces.map((trace) => (
          <Timeline key={trace.index} trace={trace} slice={slice} server={server} selected={selected} extent={extent} />
        ))}
      </div>
    </section>
  );
}

interface OneTimelineProps extends TimelineProps {
  readonly trace: LoadedTrace;
  readonly extent: ReturnType<typeof timelineExtent>;
}

function Timeline({ trace, slice, server, selected, extent }: OneTimelineProps): VNode {
  const { loaded, strings, format } = useView();
  const [box, width] = useWidth(900);
  const rows = useMemo(() => slice.items.filter((row) => row.trace === trace.index), [slice, trace]);
  const layout = useMemo(
    () => timelineLayout(trace, rows, { width: width - 4, ...extent, server }),
    [trace, rows, width, extent, server],
  );
  const { scale, bars, events, height } = layout;
  const chosen = bars.find(({ row }) => row.key === selected);
  const name = strings.timelineName({
    requests: rows.length,
    from: format.time(scale.fromMs),
    to: format.time(scale.toMs),
  });
  return (
    <TraceFigure
      trace={trace}
      class="drawing"
      box={box}
      empty={bars.length + events.length === 0 ? strings.nothingDrawn : undefined}
    >
      <ScrollBox name={numbered(strings.timeline, trace, loaded.traces.length)} class="timeline-box" showY={chosen?.y}>
        <svg
          class="timeline"
          role="img"
          aria-label={`${name} ${strings.sameAsTable}`}
          width={layout.width}
          height={height}
          viewBox={`0 0 ${layout.width} ${height}`}
        >
          <clipPath id={`labels-${trace.index}`}>
            <rect x={0} y={0} width={layout.labelWidth - 8} height={height} />
          </clipPath>
          {scale.ticks.map((ms) => (
            <g key={ms} class="axis">
              <line x1={short(scale.place(ms))} y1={22} x2={short(scale.place(ms))} y2={height} />
              <text x={short(scale.place(ms))} y={15}>
                {format.tick(ms)}
              </text>
            </g>
          ))}
          {events.map(({ event, x }) => (
            <g
              key={event.key}
              class={`event${isAlarming(event.record) ? ' alarm' : ''}`}
              data-event={event.record.type}
            >
              <title>{`${format.time(event.ms)} · ${eventWords(event.record, strings.words, format)}`}</title>
              <line class="event-line" x1={short(x)} y1={eventsY} x2={short(x)} y2={height} />
              <EventSign record={event.record} at={{ x, y: eventsY }} />
            </g>
          ))}
          {bars.map((bar, place) => (
            <TimelineBar
              key={place}
              bar={bar}
              labels={`url(#labels-${trace.index})`}
              width={width}
              isSelected={bar === chosen}
            />
          ))}
          {bars.length === 0 ? undefined : <line class="rule" x1={0} y1={barsTop - 2} x2={width} y2={barsTop - 2} />}
        </svg>
      </ScrollBox>
      {layout.undrawn > 0 ? <p class="how">{strings.undrawn(layout.undrawn)}</p> : undefined}
    </TraceFigure>
  );
}

interface TimelineBarProps {
  readonly bar: Bar;
  readonly labels: string;
  readonly width: number;
  readonly isSelected: boolean;
}

function TimelineBar({ bar, labels, width, isSelected }: TimelineBarProps): VNode {
  const { strings, format, dispatch } = useView();
  const { row, y, startX, sentX, endX, isOpen, progressX } = bar;
  const duration = row.durationMs === undefined ? '' : ` · ${format.time(row.durationMs)}`;
  return (
    <g
      class={`request ${outcomeClass(row)}${isSelected ? ' selected' : ''}`}
      data-key={row.key}
      data-id={row.record.id}
      data-outcome={row.outcome}
      data-open={isOpen}
      onClick={() => dispatch({ type: 'select', key: row.key })}
    >
      <title>{`${requestName(row)} · ${outcomeWords(row, strings)}${duration}`}</title>
      <rect class="row-band" x={0} y={y - 10} width={width} height={20} />
      <text class="request-name" x={4} y={y + 4} clip-path={labels}>
        {requestName(row, 40)}
      </text>
      <rect class="queue" x={short(startX)} y={y - 1} width={short(Math.max(0, (sentX ?? endX) - startX))} height={2} />
      {sentX === undefined ? undefined : (
        <rect class="bar" x={short(sentX)} y={y - 5} width={short(Math.max(1.5, endX - sentX))} height={10} rx={2} />
      )}
      {progressX.map((x, place) => (
        <line key={place} class="tick" x1={short(x)} y1={y - 7} x2={short(x)} y2={y + 7} data-tick={row.record.id} />
      ))}
      <OutcomeSign outcome={row.outcome} at={{ x: endX, y }} />
    </g>
  );
}
