import { parseArgs } from 'node:util';
import type { Variant, VariantKind } from './evidence.ts';
import { messageOf } from './message-of.ts';

export interface VerifyOptions {
  readonly lessons: readonly string[];
  readonly all: boolean;
  /** `solution`, `starter`, `step`, `accepted`, `wrong`, or one of them with an id: `wrong:fifo-matching`. */
  readonly only: readonly { readonly kind: VariantKind; readonly id?: string }[];
  readonly repeats?: number;
  readonly repeatAll: boolean;
  readonly seed: number;
  readonly concurrency?: number;
  readonly json?: string;
  readonly junit?: string;
  readonly canaries: 'fresh' | 'cached';
  readonly processes: 'auto' | 'marker';
  readonly verbose: boolean;
  readonly help: boolean;
}

/** Something wrong with the command line: one line that says what and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const kinds: readonly VariantKind[] = ['solution', 'starter', 'step', 'accepted', 'wrong'];

export const verifyUsage = `usage: pnpm verify:lesson -- <lesson>… | --all

  <lesson>             33 or 33-mcp-lite
  --all                every lesson that is made for this platform
  --only <what>        solution, starter, step, accepted, wrong, or wrong:<id>; may be repeated or joined by commas
  --repeats <n>        runs of the solution (file order, reversed, then shuffled); at least 2
  --repeat-all         repeat every variant as often, not the solution alone
  --seed <n>           first shuffle seed; printed in each report
  --json <file>        write the report as JSON        --junit <file>  write it as JUnit XML
  --concurrency <n>    runs at the same time (default: the cores, and more while they are idle)
  --canaries <mode>    fresh: run the verifier's own bad lessons (default); cached: judge evidence of an earlier
                       run of the same verifier on this machine (default with --only)
  --processes <mode>   auto: the strongest way to find left processes; marker: the weaker one
  --verbose            show every finding

exit status: 0 verified · 1 content · 2 usage or manifest · 3 could not tell · 4 flaky · 5 limits or processes left ·
             70 the verifier failed its canaries · 130 interrupted
`;

/** Reads the command line; a literal leading \`--\` (pnpm passes it on) is dropped. Throws `UsageError`. */
export function parseVerifyOptions(argv: readonly string[]): VerifyOptions {
  const args = argv[0] === '--' ? argv.slice(1) : [...argv];
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        all: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        repeats: { type: 'string' },
        'repeat-all': { type: 'boolean', default: false },
        seed: { type: 'string' },
        concurrency: { type: 'string' },
        json: { type: 'string' },
        junit: { type: 'string' },
        canaries: { type: 'string' },
        processes: { type: 'string', default: 'auto' },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
  const { values, positionals } = parsed;
  for (const name of ['json', 'junit'] as const)
    if (values[name] === '') throw new UsageError(`--${name} names no file`);
  const only = values.only.flatMap((text) => text.split(',')).map(parseOnly);
  return {
    lessons: [...new Set(positionals)],
    all: values.all,
    only,
    ...(values.repeats === undefined ? {} : { repeats: whole('--repeats', values.repeats, 2, 1000) }),
    repeatAll: values['repeat-all'],
    seed:
      values.seed === undefined ? Math.floor(Math.random() * 100_000) : whole('--seed', values.seed, 0, 4_294_967_295),
    ...(values.concurrency === undefined ? {} : { concurrency: whole('--concurrency', values.concurrency, 1, 256) }),
    ...(values.json === undefined ? {} : { json: values.json }),
    ...(values.junit === undefined ? {} : { junit: values.junit }),
    canaries: oneOf('--canaries', values.canaries ?? (only.length > 0 ? 'cached' : 'fresh'), ['fresh', 'cached']),
    processes: oneOf('--processes', values.processes, ['auto', 'marker']),
    verbose: values.verbose,
    help: values.help,
  };
}

/** Does `--only` choose this variant? Everything is chosen without it. */
export function chooses(only: VerifyOptions['only'], variant: Variant): boolean {
  return (
    only.length === 0 || only.some(({ kind, id }) => kind === variant.kind && (id === undefined || id === variant.id))
  );
}

function parseOnly(text: string): VerifyOptions['only'][number] {
  const [kindText = '', id] = text.split(':');
  if (id === '') throw new UsageError(`--only ${text} names no id`);
  return { kind: oneOf('--only', kindText, kinds), ...(id === undefined ? {} : { id }) };
}

function whole(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new UsageError(`${name} takes a whole number from ${least} to ${most}, not ${JSON.stringify(text)}`);
  }
  return value;
}

function oneOf<T extends string>(name: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === text);
  if (found === undefined) throw new UsageError(`${name} takes ${allowed.join(', ')}, not ${JSON.stringify(text)}`);
  return found;
}
