import { posix, win32 } from 'node:path';

/** A command line. */
export interface Command {
  readonly executable: string;
  readonly args: readonly string[];
}

/** The name of a program without its folder and without the ending that Windows gives it; lower case. */
export function programName(executable: string): string {
  return win32
    .basename(posix.basename(executable))
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat|ps1|com)$/, '');
}

/**
 * What `env A=1 node server.js` and `cmd /c npx server` start: some configurations have such a program before the one that is
 * meant. Undefined for every other command line, and where nothing follows. Pure.
 */
export function unwrapped({ executable, args }: Command): Command | undefined {
  switch (programName(executable)) {
    case 'env':
      return behindEnv(args);
    case 'cmd':
      return behindCmd(args);
    default:
      return undefined;
  }
}

/** Options of `env` whose value is the next argument. */
const envValues: readonly string[] = ['-u', '--unset', '-C', '--chdir', '-a', '--argv0'];

function behindEnv(args: readonly string[]): Command | undefined {
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    const [, joined] = /^(?:-S|--split-string=)(.+)$/s.exec(word) ?? [];
    if (joined !== undefined) return behindEnv([...joined.trim().split(/\s+/), ...args.slice(at + 1)]);
    if (word === '-S' || word === '--split-string') {
      return behindEnv([...(args[at + 1] ?? '').trim().split(/\s+/), ...args.slice(at + 2)]);
    }
    if (envValues.includes(word)) at += 1;
    else if (!word.startsWith('-') && !word.includes('=') && word !== '') {
      return { executable: word, args: args.slice(at + 1) };
    }
  }
  return undefined;
}

/** `cmd /c npx -y a`, and `cmd /c "npx -y a"`. */
function behindCmd(args: readonly string[]): Command | undefined {
  const at = args.findIndex((word) => /^\/[ck]$/i.test(word));
  const rest = at === -1 ? [] : args.slice(at + 1);
  const words = rest.length === 1 ? (rest[0] ?? '').trim().split(/\s+/) : rest;
  const [executable, ...others] = words;
  const isNothing = executable === undefined || executable === '' || programName(executable) === 'cmd';
  return isNothing ? undefined : { executable, args: others };
}
