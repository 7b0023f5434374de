import type { JournalEntry } from './journal.ts';
import type { WireLine } from './wire-lines.ts';

/** How a caller's call ended. */
type CallerEnd =
  | { readonly kind: 'given'; readonly index: number; readonly at: number; /** Whose answer it was. */ owner?: string }
  | { readonly kind: 'refused'; readonly index: number; readonly at: number; readonly code: string };

/** What became of a caller, for whoever looks at the whole: its own answer is the one good end of a call that was answered. */
type Outcome =
  | 'own'
  /** It was given what is not its own. */
  | 'other'
  /** It was told in time that there will be no answer: there was none yet. */
  | 'gave-up'
  /** It was told of the error that the server sent. */
  | 'error'
  /** Its answer came, and it was not given to it; or it was told nothing at all. */
  | 'in-vain';

/** One caller: what it asked, what the server answered to that, and what it was told. */
export interface Caller {
  readonly name: string;
  readonly askedAt: number;
  /** Its request, if the client sent one. */
  readonly request?: WireLine;
  /** The server's answer to that, whoever was given it. */
  readonly answer?: WireLine;
  readonly end?: CallerEnd;
  /** Where in the journal it stands that nobody had told it anything for too long. */
  readonly untoldIndex?: number;
  readonly outcome: Outcome;
}

/**
 * What each caller asked and was told, in the order in which they asked. A caller's value is in its request, in the answer to
 * that, and so in what the one who gets this answer is given; ids are not trusted: they are what this is about.
 */
export function callersOf(entries: readonly JournalEntry[], lines: readonly WireLine[]): Caller[] {
  const asked = entries.filter((entry) => entry.event === 'asked');
  return asked.map(({ caller: name, value, at }) => {
    const carries = (line: WireLine): boolean => line.text.includes(JSON.stringify(value));
    const request = lines.find((line) => line.direction === 'to-server' && line.kind === 'request' && carries(line));
    const answers = lines.filter((line) => line.direction === 'from-server' && line.kind === 'response');
    const answer =
      answers.find(carries) ??
      answers.find((line) => line.errorCode !== undefined && request !== undefined && isAnswerTo(line, request));
    const end = endOf(name);
    const untoldIndex = entries.findIndex((entry) => entry.event === 'untold' && entry.caller === name);
    const known = {
      name,
      askedAt: at,
      ...(request && { request }),
      ...(answer && { answer }),
      ...(end && { end }),
      ...(untoldIndex >= 0 && { untoldIndex }),
    };
    return { ...known, outcome: outcomeOf(known) };
  });

  function endOf(name: string): CallerEnd | undefined {
    for (const [index, entry] of entries.entries()) {
      if (entry.event === 'refused' && entry.caller === name) {
        return { kind: 'refused', index, at: entry.at, code: entry.code };
      }
      if (entry.event !== 'given' || entry.caller !== name) continue;
      const owner = asked.find(({ value }) => entry.text.includes(JSON.stringify(value)))?.caller;
      return { kind: 'given', index, at: entry.at, ...(owner !== undefined && { owner }) };
    }
    return undefined;
  }
}

function isAnswerTo(line: WireLine, request: WireLine): boolean {
  return line.id === request.id && line.index > request.index;
}

function outcomeOf({ name, request, answer, end }: Omit<Caller, 'outcome'>): Outcome {
  if (end?.kind === 'given') return end.owner === name ? 'own' : 'other';
  if (!end || !request) return 'in-vain';
  if (answer?.errorCode !== undefined) return 'error';
  return answer && answer.index < end.index ? 'in-vain' : 'gave-up';
}
