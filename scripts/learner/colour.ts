/** What a line is about. Colour repeats it; the words of the line say it too, so nothing rests on colour. */
export type Tone = 'good' | 'bad' | 'quiet';

const codes: Readonly<Record<Tone, readonly [on: number, off: number]>> = {
  good: [32, 39],
  bad: [31, 39],
  quiet: [2, 22],
};

export function paint(text: string, tone: Tone): string {
  const [on, off] = codes[tone];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

/** `NO_COLOR` and `FORCE_COLOR` are stronger than what is known of the terminal; without either it decides. */
export function wantsColour(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTerminal && env['TERM'] !== 'dumb';
}
