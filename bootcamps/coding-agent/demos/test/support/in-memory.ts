import { main } from '../../main.ts';

/** What a command line said, and its exit code. */
export interface Said {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

export interface MemoryOptions {
  readonly locale?: string;
  readonly signal?: AbortSignal;
  /** Hears of each line of output. */
  readonly onLine?: () => void;
}

/** Runs a command line in this process: the servers are processes as ever. */
export async function runInMemory(
  words: readonly string[],
  { locale = 'en-US', signal = new AbortController().signal, onLine }: MemoryOptions = {},
): Promise<Said> {
  const said = { out: '', err: '' };
  const say =
    (name: 'out' | 'err') =>
    (line = ''): void => {
      said[name] += `${line}\n`;
      onLine?.();
    };
  const exitCode = await main(words, { env: {}, systemLocale: locale, out: say('out'), err: say('err'), signal });
  return { exitCode, ...said };
}
