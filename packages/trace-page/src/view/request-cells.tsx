import type { ComponentChildren, VNode } from 'preact';
import { numberColumns, type ColumnId } from '../model/columns.ts';
import type { RequestRow } from '../model/loaded-trace.ts';
import type { Format } from '../text/format.ts';
import { shownText } from '../text/shown-text.ts';
import { OutcomeWord } from './outcome-sign.tsx';
import { requestName } from './request-name.ts';
import { useView, type ViewContext } from './view-context.ts';

interface RequestCellsProps {
  readonly row: RequestRow;
  readonly columns: readonly ColumnId[];
  readonly isSelected: boolean;
  /** The tab key stops at it. */
  readonly isStop: boolean;
}

export function RequestCells({ row, columns, isSelected, isStop }: RequestCellsProps): VNode {
  const view = useView();
  return (
    <>
      {columns.map((column) => {
        if (column !== 'id') {
          return (
            <td key={column} class={numberColumns.has(column) ? 'number' : 'text'} data-column={column}>
              {cell(column, row, view)}
            </td>
          );
        }
        return (
          <th key={column} scope="row" class="number" data-column={column}>
            {/* A click on it is one on its row. */}
            <button
              type="button"
              class="open"
              aria-pressed={isSelected}
              aria-label={view.strings.showDetails(requestName(row))}
              tabIndex={isStop ? 0 : -1}
            >
              {row.record.id ?? view.strings.none}
            </button>
          </th>
        );
      })}
    </>
  );
}

function cell(column: ColumnId, row: RequestRow, { loaded, strings, format }: ViewContext): ComponentChildren {
  const { record } = row;
  switch (column) {
    case 'id':
      return record.id;
    case 'trace':
      return text(loaded.traces[row.trace]?.title);
    case 'server':
      return text(row.server);
    case 'method':
      return text(record.method);
    case 'tool':
      return text(record.tool);
    case 'outcome':
      return <OutcomeWord outcome={row.outcome} otherAnswer={record.answeredWith} />;
    case 'start':
      return format.ms(row.startMs);
    case 'queued':
      return row.queuedMs === undefined ? strings.none : format.ms(row.queuedMs);
    case 'duration':
      return row.durationMs === undefined ? strings.none : format.ms(row.durationMs);
    case 'requestBytes':
      return count(record.requestBytes, strings.none, format);
    case 'answerBytes':
      return count(record.answerBytes, strings.none, format);
    case 'progress':
      return count(record.progress?.count, strings.none, format);
    case 'code':
      return text(record.code ?? (record.remoteCode === undefined ? undefined : `${record.remoteCode}`));
    case 'run':
      return text(record.runId);
  }
}

function text(value: string | undefined): ComponentChildren {
  return value === undefined ? '' : <bdi class="cut">{shownText(value)}</bdi>;
}

function count(value: number | undefined, none: string, format: Format): string {
  return value === undefined ? none : format.count(value);
}
