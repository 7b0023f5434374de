/** Which options a demo takes, by their names without dashes. */
export interface OptionSpec {
  /** Without a value. */
  readonly flags?: readonly string[];
  /** With one: `--name value` or `--name=value`. */
  readonly values?: readonly string[];
  /** Takes words up to the next option of this list; after `--name --`, all the words there are. */
  readonly command?: string;
}

export interface Options {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly command: readonly string[] | undefined;
}

export type UsageProblem =
  | { readonly kind: 'unknown-word' | 'missing-value' | 'repeated' | 'needless-value'; readonly word: string }
  | { readonly kind: 'wrong-value'; readonly word: string; readonly value: string }
  | { readonly kind: 'needs'; readonly word: string; readonly other: string };

/** The command line makes no sense. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly problem: UsageProblem;

  constructor(problem: UsageProblem) {
    super(`${problem.kind}: ${problem.word}`);
    this.problem = problem;
  }
}

/** Throws UsageError. */
export function readOptions(words: readonly string[], spec: OptionSpec): Options {
  const { flags: flagNames = [], values: valueNames = [], command: commandName } = spec;
  const isOwn = (word: string): boolean => [...flagNames, ...valueNames, commandName].includes(nameOf(word));
  const seen = new Set<string>();
  const values = new Map<string, string>();
  let command: readonly string[] | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const name = nameOf(word);
    const equals = word.indexOf('=');
    const inline = equals === -1 ? undefined : word.slice(equals + 1);
    if (!isOwn(word)) throw new UsageError({ kind: 'unknown-word', word });
    if (seen.has(name)) throw new UsageError({ kind: 'repeated', word: `--${name}` });
    seen.add(name);
    if (flagNames.includes(name)) {
      if (inline !== undefined) throw new UsageError({ kind: 'needless-value', word: `--${name}` });
      continue;
    }
    const rest = words.slice(at + 1);
    const own = rest.findIndex(isOwn);
    const upTo = rest[0] === '--' || own === -1 ? rest.length : own;
    if (name === commandName) {
      command = [...(inline === undefined ? [] : [inline]), ...rest.slice(rest[0] === '--' ? 1 : 0, upTo)];
      if (command[0] === undefined || command[0] === '')
        throw new UsageError({ kind: 'missing-value', word: `--${name}` });
      at += upTo;
    } else {
      const value = inline ?? (own === 0 ? undefined : rest[0]);
      if (value === undefined || value === '') throw new UsageError({ kind: 'missing-value', word: `--${name}` });
      values.set(name, value);
      if (inline === undefined) at += 1;
    }
  }
  return { flags: new Set(flagNames.filter((name) => seen.has(name))), values, command };
}

/** `--timeout=5` → `timeout`; the empty string for what is no option. */
function nameOf(word: string): string {
  return /^--([a-z][a-z-]*)(?:=|$)/.exec(word)?.[1] ?? '';
}
