import { counted } from './counted.ts';

const units: readonly (readonly [ms: number, name: string])[] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
];

/** How long ago something was, as a person says it: `2 hours ago`. */
export function ageText(ageMs: number): string {
  const [ms, name] = units.find(([unitMs]) => ageMs >= unitMs) ?? [];
  if (ms === undefined || name === undefined) return 'just now';
  return `${counted(Math.floor(ageMs / ms), name)} ago`;
}
