import { parseArgs } from 'node:util';
import { clients } from './clients/catalogue.ts';
import { rows } from './rows.ts';

export interface BenchOptions {
  readonly rounds: number;
  readonly rows: readonly string[];
  readonly clients: readonly string[];
  /** Where the raw samples go; undefined prints them behind the tables. */
  readonly json: string | undefined;
  readonly isQuick: boolean;
  /** For an idle machine the run waits so long at most, in all. */
  readonly waitSeconds: number;
  readonly server: (typeof serverKinds)[number];
}

export type ParsedOptions =
  | { readonly kind: 'run'; readonly options: BenchOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

const rowNames = rows.map(({ name }) => name);
const clientNames = clients.map(({ name }) => name);
const serverKinds = ['auto', 'c', 'node'] as const;
const maxRounds = 100;
const maxWaitSeconds = 3600;

export const help = `Measures our client beside its peers, in the same run.

  pnpm --filter @coding-agent/bench bench [options]

  --rounds N       how often all of it is measured, 1 to ${maxRounds} (default 5; 2 in a quick run)
  --rows a,b       ${rowNames.join(', ')} (default all)
  --clients a,b    ${clientNames.join(', ')} (default all)
  --json FILE      writes the raw samples there instead of behind the tables
  --quick          fewer calls and sizes: rough numbers in a minute
  --wait SECONDS   waits for an idle machine before each row, so long at most in all (default 0, at most ${maxWaitSeconds})
  --server KIND    c, node, or auto (default): c where there is a compiler
  --help           this text

Exit codes: 0 done, 1 a measurement failed, 2 wrong options.
`;

/** Arguments in, what to do out: no environment, no files. */
export function parseOptions(args: readonly string[]): ParsedOptions {
  let values: ReturnType<typeof readArguments>;
  try {
    values = readArguments(args);
  } catch (error) {
    return { kind: 'wrong', message: error instanceof Error ? error.message : String(error) };
  }
  if (values.help) return { kind: 'help' };
  const isQuick = values.quick ?? false;
  const rounds = values.rounds === undefined ? (isQuick ? 2 : 5) : Number(values.rounds);
  const chosenRows = choose(values.rows, rowNames);
  const chosenClients = choose(values.clients, clientNames);
  const server = serverKinds.find((kind) => kind === (values.server ?? 'auto'));
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > maxRounds) {
    return wrong(`--rounds is a whole number from 1 to ${maxRounds}, not "${values.rounds}"`);
  }
  const waitSeconds = Number(values.wait ?? 0);
  if (values.wait === '' || !Number.isInteger(waitSeconds) || waitSeconds < 0 || waitSeconds > maxWaitSeconds) {
    return wrong(`--wait is a whole number from 0 to ${maxWaitSeconds}, not "${values.wait}"`);
  }
  if (!chosenRows.ok) return wrong(`--rows: ${chosenRows.why}`);
  if (!chosenClients.ok) return wrong(`--clients: ${chosenClients.why}`);
  if (!server) return wrong(`--server is ${serverKinds.join(', ')}, not "${values.server}"`);
  if (values.json === '') return wrong('--json needs the name of a file');
  const options: BenchOptions = {
    rounds,
    rows: chosenRows.names,
    clients: chosenClients.names,
    json: values.json,
    isQuick,
    waitSeconds,
    server,
  };
  return { kind: 'run', options };
}

function readArguments(args: readonly string[]): {
  rounds?: string;
  rows?: string;
  clients?: string;
  wait?: string;
  json?: string;
  server?: string;
  quick?: boolean;
  help?: boolean;
} {
  return parseArgs({
    // `pnpm run bench -- --quick` hands the two dashes on.
    args: args[0] === '--' ? args.slice(1) : [...args],
    options: {
      rounds: { type: 'string' },
      rows: { type: 'string' },
      clients: { type: 'string' },
      json: { type: 'string' },
      wait: { type: 'string' },
      server: { type: 'string' },
      quick: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values;
}

/** The names that were asked for, in the order of the table. */
function choose(
  text: string | undefined,
  known: readonly string[],
): { readonly ok: true; readonly names: readonly string[] } | { readonly ok: false; readonly why: string } {
  if (text === undefined) return { ok: true, names: known };
  const asked = text.split(',').map((name) => name.trim());
  const strange = asked.find((name) => !known.includes(name));
  if (strange !== undefined) return { ok: false, why: `"${strange}" is none of ${known.join(', ')}` };
  return { ok: true, names: known.filter((name) => asked.includes(name)) };
}

function wrong(message: string): ParsedOptions {
  return { kind: 'wrong', message };
}
