import { InvalidArgumentError } from 'commander';

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** The longest that a timer of Node can wait: more would fire at once. */
const maxMs = 2 ** 31 - 1;

/**
 * A time with its unit: `500ms`, `30s`, `2m`, `1h`. A number alone is refused: half of the hosts mean seconds by it, the
 * other half milliseconds (github.com/google-gemini/gemini-cli/issues/1995).
 */
export function parseDuration(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  const ms = Math.round(Number(number) * (unitMs[unit ?? ''] ?? Number.NaN));
  if (ms >= 1 && ms <= maxMs) return ms;
  if (/^\d/.test(text) && number === undefined)
    throw new InvalidArgumentError('Say the unit, for example 30s or 500ms.');
  throw new InvalidArgumentError('Write a time from 1ms to 596h, for example 30s, 2m or 500ms.');
}
