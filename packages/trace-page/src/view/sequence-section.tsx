import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { timeGap, type SequenceGrid } from '../layout/sequence-grid.ts';
import { sequenceLayout } from '../layout/sequence-layout.ts';
import type { LoadedTrace, RequestRow } from '../model/loaded-trace.ts';
import { overtaken } from '../model/overtaken.ts';
import type { PageSlice } from '../model/page-slice.ts';
import { shownText } from '../text/shown-text.ts';
import { ScrollBox } from './scroll-box.tsx';
import { SequenceEvent } from './sequence-event.tsx';
import { SequenceRequest } from './sequence-request.tsx';
import { numbered } from './numbered.ts';
import { TraceFigure } from './trace-figure.tsx';
import { useWidth } from './use-width.ts';
import { useView } from './view-context.ts';

interface SequenceProps {
  readonly slice: PageSlice<RequestRow>;
  readonly server: string | undefined;
  readonly selected: number | undefined;
}

export function SequenceSection({ slice, server, selected }: SequenceProps): VNode {
  const { loaded, strings } = useView();
  return (
    <section class="sequences" aria-labelledby="sequence-heading">
      <h2 id="sequence-heading">{strings.sequence}</h2>
      <p class="how">{strings.sequenceHow}</p>
      <div class="side-by-side">
        {loaded.traces.map((trace) => (
          <Sequence key={trace.index} trace={trace} slice={slice} server={server} selected={selected} />
        ))}
      </div>
    </section>
  );
}

function Sequence({ trace, slice, server, selected }: SequenceProps & { readonly trace: LoadedTrace }): VNode {
  const { loaded, strings, format } = useView();
  const [box, width] = useWidth(770);
  const rows = useMemo(() => slice.items.filter((row) => row.trace === trace.index), [slice, trace]);
  const layout = useMemo(() => sequenceLayout(trace, rows, { server, width: width - 4 }), [trace, rows, server, width]);
  const { grid } = layout;
  const chosen = layout.requests.find(({ row }) => row.key === selected);
  const name = strings.sequenceName({ requests: rows.length, overtaken: overtaken(rows) });
  return (
    <TraceFigure
      trace={trace}
      class="drawing"
      box={box}
      empty={layout.times.length === 0 ? strings.nothingDrawn : undefined}
    >
      <ScrollBox
        name={numbered(strings.sequence, trace, loaded.traces.length)}
        class="sequence-box"
        showY={chosen?.labelAt.y}
      >
        <LaneHeads grid={grid} />
        <svg
          class="sequence"
          role="img"
          aria-label={`${name} ${strings.sameAsTable}`}
          width={grid.width}
          height={layout.height}
          viewBox={`0 0 ${grid.width} ${layout.height}`}
        >
          <clipPath id={`names-${trace.index}`}>
            <rect x={grid.hostX} y={0} width={grid.clientX - grid.hostX - 10} height={layout.height} />
          </clipPath>
          <clipPath id={`talk-${trace.index}`}>
            <rect x={grid.clientX} y={0} width={grid.firstServerX - grid.clientX - 8} height={layout.height} />
          </clipPath>
          {grid.lanes.map(({ x }) => (
            <line key={x} class="lane" x1={x} y1={0} x2={x} y2={layout.height} />
          ))}
          {layout.times.map(({ y, ms }) => (
            <text key={y} class="time" x={grid.hostX - timeGap} y={y + 4}>
              {format.ms(ms)}
            </text>
          ))}
          {layout.events.map((drawing, place) => (
            <SequenceEvent key={place} drawing={drawing} trace={trace.index} isNarrow={grid.isNarrow} />
          ))}
          {layout.requests.map((drawing, place) => (
            <SequenceRequest key={place} drawing={drawing} isSelected={drawing === chosen} />
          ))}
        </svg>
      </ScrollBox>
      {layout.undrawn > 0 ? <p class="how">{strings.undrawn(layout.undrawn)}</p> : undefined}
    </TraceFigure>
  );
}

/** Who is who stays in sight while the drawing is scrolled. The name of the drawing says it too. */
function LaneHeads({ grid: { lanes, hostX, width } }: { readonly grid: SequenceGrid }): VNode {
  const { strings } = useView();
  return (
    <div class="lane-heads" aria-hidden="true">
      <svg width={width} height={34} viewBox={`0 0 ${width} 34`}>
        <text class="time" x={hostX - 34} y={22}>
          ms
        </text>
        {lanes.map(({ kind, server, x }) => (
          // A drawing of its own, so that no name reaches the next one.
          <svg key={x} x={x - 78} y={0} width={156} height={34}>
            <text class="lane-head" x={78} y={22} data-lane={kind}>
              {server === undefined || server === '' ? strings.lanes[kind] : shownText(server, 20)}
            </text>
          </svg>
        ))}
      </svg>
    </div>
  );
}
