import { exitCode } from '../../lesson/exit-codes.ts';
import type { Command } from '../command.ts';
import type { Messages } from '../messages/index.ts';
import type { Page } from '../page.ts';

/** `help` describes the other commands, so it is given them. */
export function helpCommand(learner: readonly Command[], author: readonly Command[]): Command {
  const help: Command = {
    name: 'help',
    synopsis: 'help',
    options: {},
    positionals: { least: 0, most: 0 },
    run: ({ page, messages }) => {
      writeHelp(page, messages, [...learner, help], author);
      return exitCode.verified;
    },
  };
  return help;
}

function writeHelp(page: Page, messages: Messages, learner: readonly Command[], author: readonly Command[]): void {
  const { help } = messages;
  page.text(help.intro);
  for (const [title, commands] of [
    [help.learner, learner],
    [help.author, author],
  ] as const) {
    page.blank();
    page.text(title);
    for (const command of commands) {
      page.code(`pnpm lesson ${command.synopsis}`);
      page.text(messages.about[command.name], { indent: 6 });
    }
  }
  page.blank();
  for (const line of [help.lesson, help.language, help.exits]) page.text(line, { hanging: 2 });
}
