import { spawnSync } from 'node:child_process';
import { commandFile, startCommand, type CommandEnd, type RunningCommand } from './run-command.ts';
import type { SandboxFolder } from './sandbox-folder.ts';

/** `script` of util-linux makes a pseudo-terminal; the one of BSD has other options. */
export const hasTerminal: boolean =
  process.platform === 'linux' && spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0;

export interface TerminalOptions {
  /** What is typed; sent at once, as a terminal would keep it. */
  readonly typed?: string;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built command on a pseudo-terminal: `out` is what the terminal shows, stdout and stderr together. */
export function startInTerminal(
  folder: SandboxFolder,
  words: readonly string[],
  options: TerminalOptions = {},
): RunningCommand {
  const { typed, columns = 100, env = {} } = options;
  const command = [process.execPath, commandFile, ...words].map(quoted).join(' ');
  return startCommand(folder, [], {
    executable: 'script',
    args: ['-qec', `stty cols ${columns} rows 40; exec ${command}`, '/dev/null'],
    stdin: typed,
    env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
  });
}

export async function runInTerminal(
  folder: SandboxFolder,
  words: readonly string[],
  options: TerminalOptions = {},
): Promise<CommandEnd> {
  const running = startInTerminal(folder, words, options);
  const end = await running.end;
  return { ...end, out: end.out.replaceAll('\r\n', '\n') };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
