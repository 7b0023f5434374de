import { CommanderError } from 'commander';
import { usageError } from './cli-error.ts';
import type { Context } from './context.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import type { Host } from './host.ts';
import { Questions } from './input/questions.ts';
import { plainAdvice, type Advice } from './output/advice.ts';
import { errorText, reportOf, type ErrorReport } from './output/error-report.ts';
import type { PrivateFiles } from './output/private-files.ts';
import { createProgress } from './output/progress.ts';
import { OutputClosed, tell } from './output/sink.ts';
import { createStyle } from './output/style.ts';
import { visibleJson } from './output/visible.ts';
import { createProgram, type GivenGlobals } from './program.ts';
import type { CommandResult } from './result.ts';
import { refusalWords } from './usage.ts';
import { isAddress, type AdHocServer } from './servers/ad-hoc-server.ts';
import type { Workspace } from './servers/workspace.ts';
import type { Traces } from './traces.ts';

/** What stands behind the commands. Tests put a fake in its place. */
export interface Backend {
  openWorkspace(host: Host, config: readonly string[]): Promise<Workspace>;
  openCommand(host: Host, server: AdHocServer): Workspace;
  openFiles(host: Host): PrivateFiles;
  openTraces(host: Host): Traces;
}

/**
 * Does what a command line says, and prints what it came to: everything that is printed is printed here, so that `--json` is
 * one document whatever happens. Gives back the exit code; ends no process.
 */
export async function execute(
  words: readonly string[],
  host: Host,
  backend: () => Promise<Backend>,
): Promise<ExitCode> {
  // Also when the command line cannot be understood, its error is to be a document.
  const isJson = words.slice(0, words.includes('--') ? words.indexOf('--') : undefined).includes('--json');
  let advice: Advice = plainAdvice;
  try {
    return await perform({ words, host, isJson, backend, onAdvice: (known) => void (advice = known) });
  } catch (error) {
    if (error instanceof OutputClosed || host.signal.reason instanceof OutputClosed) return exitCodes.ok;
    // Whatever failed because of the interruption, that is what it was.
    const cause: unknown = host.signal.aborted ? host.signal.reason : error;
    return await printError(reportOf(cause, advice), host, isJson, words.includes('--no-color'));
  }
}

interface Performance {
  readonly words: readonly string[];
  readonly host: Host;
  /** Help and version are to be a document too. */
  readonly isJson: boolean;
  readonly backend: () => Promise<Backend>;
  /** The command line is understood: what is advised from now on goes by it. */
  readonly onAdvice: (advice: Advice) => void;
}

async function perform({ words, host, isJson, backend, onAdvice }: Performance): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.ok;
  const said = { out: '', err: '' };
  const program = createProgram(async (command) => {
    const globals = program.opts<GivenGlobals>();
    const isCommand = program.args[0] === 'run';
    const [first = ''] = isCommand ? (program.commands.find((one) => one.name() === 'run')?.args ?? []) : [];
    const advice: Advice = { config: globals.config ?? [], isCommand, isAddress: isAddress(first) };
    onAdvice(advice);
    const context = contextOf(globals, { advice, host, backend: await backend() });
    try {
      exitCode = await print(await command(context), context);
    } finally {
      context.progress.clear();
    }
  });
  for (const one of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    one.exitOverride().configureOutput({
      writeOut: (text) => void (said.out += text),
      writeErr: (text) => void (said.err += text),
      getOutHelpWidth: () => host.stdout.columns() ?? 100,
      getErrHelpWidth: () => host.stderr.columns() ?? 100,
    });
  }
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) await host.stdout.write(isJson ? toldAsJson(error, said.out) : said.out);
    else throw usageError(...refusalWords(error, said.err, words));
  }
  return exitCode;
}

/** Help, or the version, for who asked for a document. */
function toldAsJson({ code }: CommanderError, text: string): string {
  return `${visibleJson({ [code === 'commander.version' ? 'version' : 'help']: text.trimEnd() }, 2)}\n`;
}

function contextOf(
  { config = [], json = false, color, timeout, trace }: GivenGlobals,
  { advice, host, backend }: { readonly advice: Advice; readonly host: Host; readonly backend: Backend },
): Context {
  return {
    host,
    globals: { config, json, timeoutMs: timeout, trace },
    progress: createProgress(host.stderr),
    questions: new Questions(host),
    advice,
    style: createStyle({ isForbidden: !color || json, isTerminal: host.stdout.isTerminal, env: host.env }),
    columns: host.stdout.columns(),
    files: backend.openFiles(host),
    traces: backend.openTraces(host),
    openWorkspace: () => backend.openWorkspace(host, config),
    openCommand: (server) => backend.openCommand(host, server),
  };
}

async function print({ exitCode, document, text, notes = [] }: CommandResult, context: Context): Promise<ExitCode> {
  const { host, globals, progress } = context;
  progress.clear();
  host.signal.throwIfAborted();
  await host.stdout.write(globals.json ? `${visibleJson(document, 2)}\n` : text);
  if (notes.length > 0) await tell(host.stderr, `${notes.join('\n')}\n`);
  return exitCode;
}

async function printError(report: ErrorReport, host: Host, isJson: boolean, isPlain: boolean): Promise<ExitCode> {
  const { stdout, stderr, env } = host;
  const style = createStyle({ isForbidden: isPlain, isTerminal: stderr.isTerminal, env });
  // What cannot be written there must not be lost.
  if (isJson && (await tell(stdout, `${visibleJson({ error: report }, 2)}\n`))) return report.exitCode;
  await tell(stderr, errorText(report, style));
  return report.exitCode;
}
