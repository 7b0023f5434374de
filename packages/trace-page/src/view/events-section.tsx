import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { pageSlice } from '../model/page-slice.ts';
import { eventTypes, type EventType } from '../model/records.ts';
import { eventWords } from '../text/event-words.ts';
import { shownText } from '../text/shown-text.ts';
import { Choice } from './choice.tsx';
import { EventSign } from './event-sign.tsx';
import { PageButtons } from './page-buttons.tsx';
import { ScrollBox } from './scroll-box.tsx';
import { StderrText } from './stderr-text.tsx';
import { useView } from './view-context.ts';

const pageSize = 100;

/** Everything that is no request, as text. */
export function EventsSection({ type, page }: { readonly type: EventType | undefined; readonly page: number }): VNode {
  const { loaded, strings, format, dispatch } = useView();
  const present = useMemo(() => {
    const types = new Set(loaded.events.map(({ record }) => record.type));
    return eventTypes.filter((each) => types.has(each));
  }, [loaded]);
  const found = useMemo(
    () => (type === undefined ? loaded.events : loaded.events.filter(({ record }) => record.type === type)),
    [loaded, type],
  );
  const slice = pageSlice(found, page, pageSize);
  const hasTraces = loaded.traces.length > 1;
  return (
    <section class="events" aria-labelledby="events-heading">
      <h2 id="events-heading">{strings.events}</h2>
      <div class="events-bar">
        <Choice
          label={strings.eventType}
          list={present}
          isChosen={(each) => each === type}
          textOf={(each) => strings.eventTypes[each]}
          onChoose={(eventType) => dispatch({ type: 'event-type', eventType })}
        />
        {slice.pageCount > 1 ? (
          <nav aria-label={strings.events}>
            <PageButtons slice={slice} onPage={(next) => dispatch({ type: 'event-page', page: next })} />
          </nav>
        ) : undefined}
      </div>
      {slice.total === 0 ? (
        <p class="empty">{strings.noEvents}</p>
      ) : (
        <ScrollBox name={strings.events} class="table-box">
          <table class="records">
            <caption class="visually-hidden">{strings.eventsCaption}</caption>
            <thead>
              <tr>
                <th scope="col" class="number">
                  {strings.eventColumns.time}
                </th>
                {hasTraces ? <th scope="col">{strings.eventColumns.trace}</th> : undefined}
                <th scope="col">{strings.eventColumns.server}</th>
                <th scope="col">{strings.eventColumns.type}</th>
                <th scope="col">{strings.eventColumns.what}</th>
              </tr>
            </thead>
            <tbody>
              {slice.items.map(({ key, ms, trace, server, record }) => (
                <tr key={key} data-event={record.type}>
                  <td class="number">{format.ms(ms)}</td>
                  {hasTraces ? (
                    <td class="text">
                      <bdi class="cut">{shownText(loaded.traces[trace]?.title ?? '')}</bdi>
                    </td>
                  ) : undefined}
                  <td class="text">
                    <bdi class="cut">{shownText(server)}</bdi>
                  </td>
                  <th scope="row" class="text">
                    <span class={`event-word ${record.type}`}>
                      <svg viewBox="-8 -8 16 16" width="14" height="14" aria-hidden="true" focusable="false">
                        <EventSign record={record} at={{ x: 0, y: 0 }} />
                      </svg>
                      {strings.eventTypes[record.type]}
                    </span>
                  </th>
                  <td class="what">
                    <bdi>{eventWords(record, strings.words, format)}</bdi>
                    {record.type === 'failure' ? <StderrText stderr={record.stderr} /> : undefined}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  );
}
