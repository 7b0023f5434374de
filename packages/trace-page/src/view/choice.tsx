import type { VNode } from 'preact';
import { useView } from './view-context.ts';

interface ChoiceProps<T> {
  readonly label: string;
  readonly list: readonly T[];
  /** As many more are not in the list; what finds them is said at its end. */
  readonly more?: number;
  readonly isChosen: (value: T) => boolean;
  readonly textOf: (value: T) => string;
  /** Undefined: all. */
  readonly onChoose: (value: T | undefined) => void;
}

/** A list to choose one entry from, or all. An entry has its place for a value: what it is, is somebody else's. */
export function Choice<T>({ label, list, more = 0, isChosen, textOf, onChoose }: ChoiceProps<T>): VNode {
  const { strings } = useView();
  const chosen = list.findIndex(isChosen);
  return (
    <label class="field">
      <span>{label}</span>
      <select
        value={chosen < 0 ? '' : `${chosen}`}
        onChange={({ currentTarget: { value } }) => onChoose(value === '' ? undefined : list[Number(value)])}
      >
        <option value="">{strings.all}</option>
        {list.map((value, place) => (
          <option key={place} value={`${place}`}>
            {textOf(value)}
          </option>
        ))}
        {more > 0 ? (
          <option key="more" disabled>
            {strings.moreChoices(more)}
          </option>
        ) : undefined}
      </select>
    </label>
  );
}
