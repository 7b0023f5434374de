import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { lifeLayout } from '../layout/life-layout.ts';
import { short } from '../layout/point.ts';
import type { LoadedTrace } from '../model/loaded-trace.ts';
import { livesOf, type Life } from '../model/process-life.ts';
import { eventWords } from '../text/event-words.ts';
import { shownText } from '../text/shown-text.ts';
import { EventSign } from './event-sign.tsx';
import { ScrollBox } from './scroll-box.tsx';
import { useWidth } from './use-width.ts';
import { numbered } from './numbered.ts';
import { TraceFigure } from './trace-figure.tsx';
import { useView } from './view-context.ts';

/** Lives of one trace that are drawn. A server that was restarted more often is told by the list of events. */
const mostLives = 40;
/** Steps of one life that are listed here. */
const mostSteps = 60;

export function LivesSection(): VNode {
  const { loaded, strings } = useView();
  return (
    <section class="lives" aria-labelledby="lives-heading">
      <h2 id="lives-heading">{strings.lives}</h2>
      <p class="how">{strings.livesHow}</p>
      <div class="side-by-side">
        {loaded.traces.map((trace) => (
          <Lives key={trace.index} trace={trace} />
        ))}
      </div>
    </section>
  );
}

function Lives({ trace }: { readonly trace: LoadedTrace }): VNode {
  const { loaded, strings, format } = useView();
  const [box, width] = useWidth(900);
  const lives = useMemo(() => livesOf(trace), [trace]);
  const shown = useMemo(() => lives.slice(0, mostLives), [lives]);
  const layout = useMemo(() => lifeLayout(trace, shown, width - 4), [trace, shown, width]);
  const { scale, rows, labelWidth, height } = layout;
  const name = strings.lifeName({
    servers: lives.length,
    from: format.time(scale.fromMs),
    to: format.time(scale.toMs),
  });
  return (
    <TraceFigure trace={trace} class="drawing" box={box} empty={lives.length === 0 ? strings.noLives : undefined}>
      <ScrollBox name={numbered(strings.lives, trace, loaded.traces.length)} class="lives-box">
        <svg
          class="life"
          role="img"
          aria-label={name}
          width={layout.width}
          height={height}
          viewBox={`0 0 ${layout.width} ${height}`}
        >
          <clipPath id={`lives-${trace.index}`}>
            <rect x={0} y={0} width={labelWidth - 8} height={height} />
          </clipPath>
          {scale.ticks.map((ms) => (
            <g key={ms} class="axis">
              <line x1={short(scale.place(ms))} y1={20} x2={short(scale.place(ms))} y2={height} />
              <text x={short(scale.place(ms))} y={13}>
                {format.tick(ms)}
              </text>
            </g>
          ))}
          {rows.map(({ life, y, phases, marks }, place) => (
            <g key={place} class={`life-row ${life.kind}`} data-life={life.kind}>
              <text class="life-name" x={4} y={y + 4} clip-path={`url(#lives-${trace.index})`}>
                {nameOf(life)}
              </text>
              {phases.map((phase, step) => (
                <g key={step}>
                  <title>{phase.state}</title>
                  <rect
                    class={`phase ${phase.state}`}
                    data-phase={phase.state}
                    x={short(phase.x)}
                    y={y - 7}
                    width={short(phase.width)}
                    height={14}
                  />
                  {phase.width > phase.state.length * 7 + 12 ? (
                    <text class="phase-name" x={short(phase.x + 7)} y={y + 4}>
                      {phase.state}
                    </text>
                  ) : undefined}
                </g>
              ))}
              {marks.map(({ event, x }) => (
                <g
                  key={event.key}
                  class="event"
                  data-step={event.record.type === 'process' ? event.record.event : event.record.type}
                >
                  <title>{`${format.time(event.ms)} · ${eventWords(event.record, strings.words, format)}`}</title>
                  <EventSign record={event.record} at={{ x, y }} />
                </g>
              ))}
            </g>
          ))}
        </svg>
      </ScrollBox>
      {lives.length > shown.length ? <p class="how">{strings.moreLives(lives.length - shown.length)}</p> : undefined}
      <div class="life-lists">
        {shown.map((life, place) => (
          <LifeSteps key={place} life={life} />
        ))}
      </div>
    </TraceFigure>
  );
}

/** The same as text. */
function LifeSteps({ life }: { readonly life: Life }): VNode {
  const { strings, format } = useView();
  const { steps } = life;
  return (
    <details class="life-steps">
      <summary>
        <bdi>{nameOf(life)}</bdi> <span class="muted">{strings.lifeKinds[life.kind]}</span>
      </summary>
      <ol aria-label={strings.lifeSteps(nameOf(life))}>
        {steps.slice(0, mostSteps).map((event) => (
          <li key={event.key}>
            <span class="step-time">{format.time(event.ms)}</span>
            <bdi>{eventWords(event.record, strings.words, format)}</bdi>
          </li>
        ))}
        {steps.length > mostSteps ? <li>{strings.moreLives(steps.length - mostSteps)}</li> : undefined}
      </ol>
    </details>
  );
}

/** A server that was started again has another client each time. */
function nameOf({ server, instanceId }: Life): string {
  const name = shownText(server, 40);
  const short = instanceId?.slice(0, 8);
  return short === undefined || short === name ? name : `${name} · ${shownText(short, 8)}`;
}
