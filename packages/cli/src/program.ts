import { Command, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { approve } from './commands/approve.ts';
import { call } from './commands/call.ts';
import { doctor } from './commands/doctor.ts';
import { list } from './commands/list.ts';
import { quarantineClear, quarantineList } from './commands/quarantine.ts';
import { run } from './commands/run.ts';
import { traceShow, traceView } from './commands/trace.ts';
import type { Context } from './context.ts';
import { generalHelp, helpOf } from './help.ts';
import { parseDuration } from './input/duration.ts';
import type { CallReportOptions } from './commands/reporting-failure.ts';
import type { ReportTarget } from './output/report-file.ts';
import type { CommandResult } from './result.ts';
import { usageError } from './cli-error.ts';

/** Does a command when its words were understood. */
export type Perform = (command: (context: Context) => Promise<CommandResult>) => Promise<void>;

/** What commander makes of the options that every command has. */
export interface GivenGlobals {
  readonly config?: string[];
  readonly json?: boolean;
  /** False: `--no-color`. */
  readonly color: boolean;
  readonly timeout?: number;
  readonly trace?: string;
}

const reportWords = 'write what fails to this file (- prints it), so that it can be pasted into a public issue';
const forceWords = 'write over the files of --report, if they are there';

const collect = (value: string, before: string[] = []): string[] => [...before, value];

/** The words of the command line: names, options and help. What they do is in `commands/`. */
export function createProgram(perform: Perform): Command {
  const program = new Command('mcp')
    .description('MCP servers from the command line: see what they offer, call it, and find out why one does not work.')
    .version(manifest.version, '-V, --version', 'print the version')
    .option(
      '--config <file>',
      'read this file instead of looking for one; can be given several times, later ones win',
      collect,
    )
    .option('--json', 'print exactly one JSON document on stdout, also for an error')
    .option('--timeout <time>', 'wait so long for a server, and for an answer: 30s, 2m, 500ms', parseDuration)
    .option('--trace <file>', 'write down what happens to servers and requests; see mcp help trace')
    .option('--no-color', 'no colours (as the variable NO_COLOR; a pipe has none anyway)')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print help for a command')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', generalHelp)
    .allowExcessArguments(false)
    .showSuggestionAfterError(true);

  program
    .command('list')
    .description('start servers and show their tools')
    .argument('[server]', 'only this one, with what its tools take')
    .option('--no-start', 'start nothing: what the configuration says, and the tools as they were last seen')
    .addHelpText('after', helpOf.list)
    .action((server: string | undefined, { start }: { start: boolean }) =>
      perform((context) => list(context, { server, start })),
    );

  program
    .command('call')
    .description('call a tool')
    .argument('<tool>', 'server/tool (also server.tool and server:tool)')
    .argument('[arguments...]', 'key=value, key:=json, or - for JSON on standard input')
    .option('--args <json>', 'all arguments as one JSON object; - reads it from standard input')
    .option('--server <name>', 'the server, where the name of the tool could be read in two ways')
    .option('--report <file>', reportWords)
    .option('--report-arguments <file>', 'with it: write the arguments to a file of their own, which is private')
    .option('--force', forceWords, false)
    .addHelpText('after', helpOf.call)
    .action((target: string, words: string[], given: CallWords) =>
      perform((context) =>
        call(context, { target, words, json: given.args, server: given.server, report: callReport(given) }),
      ),
    );

  program
    .command('doctor')
    .description('find out what stands between a server and its work')
    .argument('[servers...]', 'only these')
    .option('--no-start', 'start nothing: only what can be seen from outside')
    .option('--report <file>', reportWords)
    .option('--force', forceWords, false)
    .addHelpText('after', helpOf.doctor)
    .action((servers: string[], given: ReportOptions & { start: boolean }) =>
      perform((context) => doctor(context, { servers, start: given.start, report: reportTarget(given) })),
    );

  program
    .command('approve')
    .description('look at a server and say yes to it, as it is')
    .argument('[server]', 'only this one')
    .option('--yes <fingerprint>', 'for scripts: say yes to what has this fingerprint (its first 16 digits or more)')
    .option('--revoke', 'take the yes back', false)
    .addHelpText('after', helpOf.approve)
    .action((server: string | undefined, { yes, revoke }: { yes?: string; revoke: boolean }) =>
      perform((context) => approve(context, { server, yes, revoke })),
    );

  addQuarantine(program, perform);
  addRun(program, perform);
  addTrace(program, perform);
  return program;
}

function addQuarantine(program: Command, perform: Perform): void {
  const quarantine = program
    .command('quarantine')
    .description('servers that failed too often and are not started any more')
    .addHelpText('after', helpOf.quarantine);
  quarantine
    .command('list')
    .description('which, since when, and why')
    .action(() => perform(quarantineList));
  quarantine
    .command('clear')
    .description('let one be started again, as it is')
    .argument('[server]', 'this one')
    .option('--all', 'all of them', false)
    .action((server: string | undefined, { all }: { all: boolean }) =>
      perform((context) => quarantineClear(context, { server, all })),
    );
}

function addTrace(program: Command, perform: Perform): void {
  const trace = program
    .command('trace')
    .description('see what a file of --trace tells')
    .addHelpText('after', helpOf.trace);
  trace
    .command('show')
    .description('requests, how they ended, how long they took')
    .argument('<file>', 'the trace')
    .option('--all', 'every request, and not only what went wrong', false)
    .action((file: string, { all }: { all: boolean }) => perform((context) => traceShow(context, { file, all })));
  trace
    .command('view')
    .description('draw it: one HTML file, for a browser')
    .argument('<file>', 'the trace')
    .option('--out <file>', 'where the page goes (default: beside the trace)')
    .addOption(new Option('--language <language>', "the page's (default: the reader's)").choices(['en', 'zh-CN']))
    .option('--force', 'write over the page that is there', false)
    .action((file: string, given: ViewWords) => perform((context) => traceView(context, { file, ...given })));
}

interface ViewWords {
  readonly out?: string;
  readonly language?: 'en' | 'zh-CN';
  readonly force: boolean;
}

function addRun(program: Command, perform: Perform): void {
  program
    .command('run')
    .description('try a server that is in no file: its tools, or a call')
    .usage('[options] -- <command> [arguments...], or an address: mcp run [options] https://example.com/mcp')
    .argument('<command...>', 'the program and its arguments, after --, no shell; or the address of a server')
    .option('--call <tool>', 'call this tool instead of listing them')
    .option('--arg <key=value>', 'an argument of the tool, as in mcp call; can be given several times', collect)
    .option('--args <json>', 'all arguments as one JSON object; - reads it from standard input')
    .option('--env <name=value>', 'set a variable for the server; NAME alone passes yours on', collect)
    .option('--cwd <folder>', 'where it works (default: here)')
    .option('--header <name=value>', 'for an address: a header of each request; can be given several times', collect)
    .option('--bearer-env <variable>', 'for an address: the variable that holds the token to be sent')
    .option('--allow-insecure', 'for an address: plain http to another machine, which everybody between reads', false)
    .option('--report <file>', reportWords)
    .option('--report-arguments <file>', 'with it: write the arguments to a file of their own, which is private')
    .option('--force', forceWords, false)
    .addOption(
      new Option('--era <era>', 'which protocol it speaks').choices(['auto', 'legacy', 'modern']).default('auto'),
    )
    .addHelpText('after', helpOf.run)
    .action((command: string[], given: RunWords) =>
      perform((context) =>
        run(context, {
          command,
          call: given.call,
          words: given.arg ?? [],
          json: given.args,
          env: given.env ?? [],
          cwd: given.cwd,
          header: given.header ?? [],
          bearerEnv: given.bearerEnv,
          allowInsecure: given.allowInsecure,
          era: given.era,
          report: callReport(given),
        }),
      ),
    );
}

/** What commander makes of the options about reports. */
interface ReportOptions {
  readonly report?: string;
  readonly reportArguments?: string;
  readonly force: boolean;
}

interface CallWords extends ReportOptions {
  readonly args?: string;
  readonly server?: string;
}

function reportTarget({ report, force }: ReportOptions): ReportTarget | undefined {
  return report === undefined ? undefined : { file: report, isForced: force };
}

function callReport(given: ReportOptions): CallReportOptions | undefined {
  const { reportArguments: argumentsFile } = given;
  const target = reportTarget(given);
  if (target !== undefined) return { target, argumentsFile };
  if (argumentsFile !== undefined)
    throw usageError('there is no report that these arguments belong to', 'add --report <file>');
  return undefined;
}

interface RunWords extends ReportOptions {
  readonly call?: string;
  readonly arg?: string[];
  readonly args?: string;
  readonly env?: string[];
  readonly cwd?: string;
  readonly header?: string[];
  readonly bearerEnv?: string;
  readonly allowInsecure: boolean;
  readonly era: 'auto' | 'legacy' | 'modern';
}
