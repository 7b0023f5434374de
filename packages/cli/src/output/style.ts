export interface ColourQuestion {
  /** `--no-color` was given. */
  readonly isForbidden: boolean;
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Only a terminal that knows colours gets them, and nobody who does not want them (https://no-color.org). */
export function usesColour({ isForbidden, isTerminal, env }: ColourQuestion): boolean {
  return isTerminal && !isForbidden && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}

/** How words stand out. Nothing is told by colour alone: a word or a sign says the same. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly bad: (text: string) => string;
}

const plain = (text: string): string => text;

const plainStyle: Style = { bold: plain, dim: plain, good: plain, warn: plain, bad: plain };

const sgr =
  (on: number, off: number) =>
  (text: string): string =>
    `\u001b[${on}m${text}\u001b[${off}m`;

const colours: Style = { bold: sgr(1, 22), dim: sgr(2, 22), good: sgr(32, 39), warn: sgr(33, 39), bad: sgr(31, 39) };

export function createStyle(question: ColourQuestion): Style {
  return usesColour(question) ? colours : plainStyle;
}
