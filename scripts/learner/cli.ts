import { parseArgs } from 'node:util';
import { exitCode } from '../lesson/exit-codes.ts';
import { checkCommand } from './commands/check.ts';
import { diffCommand } from './commands/diff.ts';
import { explainCommand } from './commands/explain.ts';
import { helpCommand } from './commands/help.ts';
import { hintCommand } from './commands/hint.ts';
import { listCommand } from './commands/list.ts';
import { newCommand } from './commands/new.ts';
import { planCommand } from './commands/plan.ts';
import { progressCommand } from './commands/progress.ts';
import { resetCommand } from './commands/reset.ts';
import { testCommand, watchCommand } from './commands/run-script.ts';
import { starterCommand } from './commands/starter.ts';
import { stepCommand } from './commands/step.ts';
import { traceCommand } from './commands/trace.ts';
import { wrongCommand } from './commands/wrong.ts';
import type { Call, Command, Flags } from './command.ts';
import type { Context } from './context.ts';
import { parseLanguage, spokenLanguage } from './language.ts';
import { messagesIn, type Messages } from './messages/index.ts';
import { Page } from './page.ts';
import { CommandProblem } from './problem.ts';
import { shownPath } from './shown-path.ts';
import { mostFollowed, TooManyFiles } from '../lesson/collect/walk-files.ts';
import { isSystemError } from '../lesson/system-error.ts';
import { messageOf } from '../lesson/message-of.ts';

const learner = [
  listCommand,
  testCommand,
  watchCommand,
  checkCommand,
  hintCommand,
  traceCommand,
  diffCommand,
  resetCommand,
  progressCommand,
];
const author = [explainCommand, newCommand, starterCommand, stepCommand, wrongCommand, planCommand];
const help = helpCommand(learner, author);

/** All commands, as `help` shows them. */
export const commands: readonly Command[] = [...learner, ...author, help];

/**
 * Runs one command line. Resolves with the exit status; whatever goes wrong is said on stderr in the reader's language.
 */
export async function runCli(argv: readonly string[], context: Context): Promise<number> {
  const words = argv[0] === '--' ? argv.slice(1) : [...argv];
  const language = spokenLanguage(words, context.env, context.systemLocale);
  const messages = messagesIn[language];
  const aside = new Page(context.err);
  const command = commands.find(({ name }) => name === words.find((_, index) => isCommandWord(words, index)));
  try {
    return await dispatch(words, context, { messages, aside, language });
  } catch (error) {
    return report(error, { context, messages, aside, command });
  }
}

type Speech = Pick<Call, 'messages' | 'aside' | 'language'>;

async function dispatch(words: readonly string[], context: Context, speech: Speech): Promise<number> {
  const { messages } = speech;
  const at = words.findIndex((_, index) => isCommandWord(words, index));
  const name = words[at];
  const wantsHelp = words.includes('--help') || words.includes('-h');
  const command = commands.find((candidate) => candidate.name === name);
  if (name === undefined && !wantsHelp) {
    throw new CommandProblem(exitCode.usage, messages.problem.missingWords, { showUsage: true });
  }
  if (name !== undefined && !command) {
    throw new CommandProblem(exitCode.usage, messages.problem.noCommand(name), { showUsage: true });
  }
  const chosen = wantsHelp || !command ? help : command;
  const { positionals, flags } = wantsHelp
    ? { positionals: [], flags: {} }
    : readWords(chosen, [...words.slice(0, at), ...words.slice(at + 1)], messages);
  return chosen.run({ ...speech, context, page: new Page(context.out), positionals, flags });
}

/** The first word that is neither an option nor the value of `--lang` is the command. */
function isCommandWord(words: readonly string[], index: number): boolean {
  return !words[index]?.startsWith('-') && words[index - 1] !== '--lang';
}

function readWords(
  command: Command,
  words: readonly string[],
  messages: Messages,
): { readonly positionals: readonly string[]; readonly flags: Flags } {
  const usage = (message: string): CommandProblem => new CommandProblem(exitCode.usage, message, { showUsage: true });
  let parsed;
  try {
    parsed = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { ...command.options, lang: { type: 'string' } },
    });
  } catch (error) {
    throw usage(optionProblem(messageOf(error), command, messages));
  }
  const { positionals } = parsed;
  const flags = parsed.values as Flags; // no option of ours may be given twice
  const { lang } = flags;
  if (typeof lang === 'string' && !parseLanguage(lang)) throw usage(messages.problem.badLanguage(lang));
  const { least, most } = command.positionals;
  if (positionals.length > most) throw usage(messages.problem.tooManyWords(positionals[most] ?? ''));
  // A lesson that is missing is named by the command itself, with the lessons that there are.
  if (positionals.length < least && !(least === 1 && positionals.length === 0))
    throw usage(messages.problem.missingWords);
  return { positionals, flags };
}

/** Node's English sentence about an option, as one of ours. */
function optionProblem(said: string, { options }: Command, { problem }: Messages): string {
  const option = /'(?:-\w, )?(-{1,2}[^\s'<=]+)/.exec(said)?.[1];
  if (option === undefined) return said;
  const name = option.replace(/^-+/, '');
  if (name !== 'lang' && !(name in options)) return problem.noOption(option);
  return options[name]?.type === 'boolean' ? problem.takesNoValue(option) : problem.needsValue(option);
}

function report(
  error: unknown,
  {
    context,
    messages,
    aside,
    command,
  }: { context: Context; messages: Messages; aside: Page; command: Command | undefined },
): number {
  if (context.signal.aborted) {
    aside.text(messages.problem.interrupted);
    return exitCode.interrupted;
  }
  if (error instanceof TooManyFiles) {
    const folder = shownPath(error.folder, { context });
    aside.text(messages.problem.tooManyFiles(folder, mostFollowed));
    return exitCode.couldNotTell;
  }
  if (isSystemError(error)) {
    aside.text(messages.problem.refused(error.message));
    return exitCode.couldNotTell;
  }
  if (!(error instanceof CommandProblem)) {
    aside.text(messages.problem.unexpected(error instanceof Error ? (error.stack ?? error.message) : String(error)));
    return exitCode.couldNotTell;
  }
  aside.text(error.message);
  if (error.showUsage) {
    aside.text(messages.label(messages.usage, ''));
    for (const { synopsis } of command ? [command] : commands) aside.code(`pnpm lesson ${synopsis}`);
  }
  return error.exitCode;
}
