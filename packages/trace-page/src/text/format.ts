import type { Language } from './language.ts';

/** Numbers as they are written in a language. Times in milliseconds, sizes in bytes. */
export interface Format {
  readonly count: (value: number) => string;
  /** Of milliseconds, without the unit: for a column. */
  readonly ms: (ms: number) => string;
  /** With the unit that suits it. */
  readonly time: (ms: number) => string;
  /** A round time with its unit: for an axis. */
  readonly tick: (ms: number) => string;
  readonly bytes: (bytes: number) => string;
}

export const hourMs = 3_600_000;
/** Times from there on are written in hours. */
export const hoursFromMs = 10_000_000;

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

export function formatFor(language: Language): Format {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const short = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
  const precise = new Intl.NumberFormat(language, { maximumSignificantDigits: 6 });
  const time = (ms: number): string => {
    const size = Math.abs(ms);
    if (size < 1000) return `${size < 100 ? tenths.format(ms) : whole.format(ms)} ms`;
    if (size < 100_000) return `${short.format(ms / 1000)} s`;
    return size < hoursFromMs ? `${whole.format(ms / 1000)} s` : `${whole.format(ms / hourMs)} h`;
  };
  return {
    count: (value) => whole.format(value),
    ms: (ms) => tenths.format(ms),
    time,
    tick: (ms) => {
      const size = Math.abs(ms);
      if (size < 1000) return `${precise.format(ms)} ms`;
      return size < hoursFromMs ? `${precise.format(ms / 1000)} s` : `${precise.format(ms / hourMs)} h`;
    },
    bytes: (bytes) => {
      let [value, unit] = [bytes, 0];
      for (; value >= 1000 && unit < byteUnits.length - 1; unit += 1) value /= 1000;
      return `${unit === 0 ? whole.format(value) : short.format(value)} ${byteUnits[unit] ?? ''}`;
    },
  };
}
