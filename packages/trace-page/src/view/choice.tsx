import type { VNode } from 'preact';
import { useView } from './view-context.ts';

interface ChoiceProps {
  readonly label: string;
  /** Empty: all. */
  readonly value: string;
  /** Value and text of each. */
  readonly options: readonly (readonly [string, string])[];
  readonly onChoose: (value: string) => void;
}

/** A list to choose one entry from, or all. */
export function Choice({ label, value, options, onChoose }: ChoiceProps): VNode {
  const { strings } = useView();
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        <option value="">{strings.all}</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
