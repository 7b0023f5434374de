import { parseArgs } from 'node:util';
import { matches, runName, runs, shortRuns, type Run } from './runs.ts';

export interface Options {
  readonly runs: readonly Run[];
  /** Where the report goes as JSON. */
  readonly json: string | undefined;
  /** Where the suite's own results are kept; undefined throws them away. */
  readonly results: string | undefined;
  /** Without a Node that can run the suite: say so, and succeed. */
  readonly ifPossible: boolean;
}

export type ParsedOptions =
  | { readonly kind: 'run'; readonly options: Options }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

export const help = `Runs the official conformance scenarios for a client, over stdio and over HTTP.

  pnpm conformance [options]

  --all            every run; without it and without --scenarios those with an asterisk, which take less than a minute
  --scenarios a,b  names of scenarios, or of runs; an asterisk at the end means all that begin so:
${runs.map((run) => `                   ${shortRuns.includes(run) ? '*' : ' '} ${runName(run)}`).join('\n')}
  --json FILE      writes the report there too
  --results DIR    keeps what the suite wrote: checks, stdout and stderr of the client
  --if-possible    exit 0, with a line that says so, where no Node 22 or newer can be had for the suite
  --help           this text

CONFORMANCE_NODE names the Node that runs the suite. Without it: the running one if it is new enough, else one that npm
fetches.

Exit codes: 0 all as expected, 1 a scenario failed or the baseline is stale, 2 bad usage, 3 the suite could not run.
`;

/** Arguments in, what to do out: no environment, no files. */
export function parseOptions(args: readonly string[]): ParsedOptions {
  let values: ReturnType<typeof readArguments>;
  try {
    values = readArguments(args);
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
  if (values.help === true) return { kind: 'help' };
  for (const name of ['json', 'results'] as const) {
    if (values[name] === '') return wrong(`--${name} needs a path`);
  }
  const { scenarios, all = false } = values;
  if (all && scenarios !== undefined) return wrong('--all and --scenarios exclude each other');
  const asked = scenarios?.split(',').map((name) => name.trim());
  const names = (run: Run): readonly string[] => [run.scenario, runName(run)];
  const known = runs.flatMap(names);
  const strange = asked?.find((name) => !known.some((one) => matches(name, one)));
  if (strange !== undefined) return wrong(`--scenarios: "${strange}" is none of ${runs.map(runName).join(', ')}`);
  const isAsked = (run: Run): boolean => asked?.some((name) => names(run).some((one) => matches(name, one))) === true;
  const options: Options = {
    runs: asked === undefined ? (all ? runs : shortRuns) : runs.filter(isAsked),
    json: values.json,
    results: values.results,
    ifPossible: values['if-possible'] ?? false,
  };
  return { kind: 'run', options };
}

function readArguments(args: readonly string[]): {
  all?: boolean;
  scenarios?: string;
  json?: string;
  results?: string;
  'if-possible'?: boolean;
  help?: boolean;
} {
  return parseArgs({
    // `pnpm run conformance -- --json a.json` hands the two dashes on.
    args: args[0] === '--' ? args.slice(1) : [...args],
    options: {
      all: { type: 'boolean' },
      scenarios: { type: 'string' },
      json: { type: 'string' },
      results: { type: 'string' },
      'if-possible': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values;
}

function wrong(message: string): ParsedOptions {
  return { kind: 'wrong', message };
}
