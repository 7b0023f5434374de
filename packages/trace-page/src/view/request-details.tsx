import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RequestRow } from '../model/loaded-trace.ts';
import { eventWords } from '../text/event-words.ts';
import { shownText } from '../text/shown-text.ts';
import { OutcomeWord } from './outcome-sign.tsx';
import { requestName } from './request-name.ts';
import { StderrText } from './stderr-text.tsx';
import { useView } from './view-context.ts';

/** Characters of a text here: there is room. */
const longest = 2000;

/** All fields of one request, and what else is about it. Escape closes it, and the focus goes back to its row. */
export function RequestDetails({ row }: { readonly row: RequestRow }): VNode {
  const { loaded, strings, format, dispatch } = useView();
  const { record } = row;
  const { columns, fields } = strings;
  const box = useRef<HTMLElement>(null);
  const close = (): void => {
    if (box.current?.contains(document.activeElement) === true) focusRow(row.key);
    dispatch({ type: 'select', key: undefined });
  };
  // As soon as they are there: an effect after the paint would miss a key that is pressed at once.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [dispatch, row.key]);
  const text = (value: string | undefined): ComponentChildren =>
    value === undefined ? undefined : <bdi>{shownText(value, longest)}</bdi>;
  const time = (ms: number | undefined): string | undefined => (ms === undefined ? undefined : `${format.ms(ms)} ms`);
  const bytes = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : `${format.count(value)} B`;
  const events = (loaded.traces[row.trace]?.events ?? []).filter(({ request }) => request === row.key);
  const lines: readonly (readonly [string, ComponentChildren])[] = [
    [columns.outcome, <OutcomeWord outcome={row.outcome} otherAnswer={record.answeredWith} />],
    [fields.state, text(record.state)],
    [columns.code, text(record.code)],
    [fields.remoteCode, record.remoteCode === undefined ? undefined : `${record.remoteCode}`],
    [fields.isError, record.isError === true ? strings.yes : undefined],
    [columns.method, text(record.method)],
    [columns.tool, text(record.tool)],
    [columns.server, text(record.serverName)],
    [fields.instanceId, text(record.instanceId)],
    [columns.run, text(record.runId)],
    [columns.trace, loaded.traces.length > 1 ? text(loaded.traces[row.trace]?.title) : undefined],
    [fields.start, time(row.startMs)],
    [fields.sentAt, time(row.sentMs)],
    [fields.endedAt, time(row.endMs)],
    [fields.queued, time(row.queuedMs)],
    [fields.duration, time(row.durationMs)],
    [fields.request, bytes(record.requestBytes)],
    [fields.answer, bytes(record.answerBytes)],
    [columns.progress, record.progress === undefined ? undefined : format.count(record.progress.count)],
    [fields.progressAt, record.progress?.at.map((ms) => format.ms(ms)).join(' · ')],
  ];
  return (
    <aside ref={box} class="details" aria-labelledby="details-heading">
      <div class="details-head">
        <h2 id="details-heading">
          <bdi>{requestName(row)}</bdi>
        </h2>
        <button type="button" class="plain" onClick={close}>
          {strings.closeDetails}
        </button>
      </div>
      <dl class="fields">
        {lines.map(([name, value]) =>
          value === undefined || value === '' ? undefined : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {events.length === 0 ? undefined : (
        <>
          <h3>{fields.aboutIt}</h3>
          <ul class="about">
            {events.slice(0, 50).map((event) => (
              <li key={event.key}>
                <span class="muted">{time(event.ms)}</span> <bdi>{eventWords(event.record, strings.words, format)}</bdi>
                {event.record.type === 'failure' ? <StderrText stderr={event.record.stderr} /> : undefined}
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}

/** What is closed cannot keep the focus: it would be lost, and the next tab would begin at the top of the page. */
function focusRow(key: number): void {
  const requests = document.querySelector<HTMLElement>('#requests');
  const row = requests?.querySelector<HTMLElement>(`tr[data-key="${key}"] button.open`);
  // Whoever clicked keeps what they look at.
  (row ?? requests)?.focus({ preventScroll: true });
}
