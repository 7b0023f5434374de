/** `pnpm demo <name> …`: which demo, in which language. The process around it is in `demo.ts`. */
import { exitCodes, type Demo, type Host } from './support/host.ts';
import { localeLanguage, parseLanguage, type Language } from './support/language.ts';
import { UsageError } from './support/options.ts';
import { wordsIn } from './support/words.ts';

const demos: Readonly<Record<string, () => Promise<Demo>>> = {
  calculator: async () => (await import('./calculator/demo.ts')).calculatorDemo,
  'two-eras': async () => (await import('./two-eras/demo.ts')).twoErasDemo,
  'two-ways': async () => (await import('./two-ways/demo.ts')).twoWaysDemo,
  'registry-bridge': async () => (await import('./registry-bridge/demo.ts')).registryBridgeDemo,
};

const overview: Readonly<Record<Language, string>> = {
  en: `pnpm demo <name> [options]

  calculator        a client of three layers, and the wire to its server
  two-eras          the handshake of 2025-11-25, server/discover of 2026-07-28
  two-ways          one client over stdio and over HTTP, one line different
  registry-bridge   a server's tools in the registry of an agent

  --lang en|zh-CN   the language; else that of the locale
  --help            of all demos, or of one`,
  'zh-CN': `pnpm demo <名字> [选项]

  calculator        三层的客户端，以及它和服务器之间的每一行
  two-eras          2025-11-25 的握手与 2026-07-28 的 server/discover
  two-ways          同一个客户端，走 stdio，也走 HTTP，只差一行
  registry-bridge   把服务器的工具装进智能体的注册表

  --lang en|zh-CN   语言；不写就看系统的 locale
  --help            全部演示，或某一个演示的说明`,
};

/** Takes `--lang x` out of the words, wherever it stands before `--server`. */
function splitLanguage(words: readonly string[]): { readonly language: string | undefined; readonly rest: string[] } {
  const server = words.findIndex((word) => word === '--server' || word.startsWith('--server='));
  const at = words.findIndex((word) => word === '--lang' || word.startsWith('--lang='));
  if (at === -1 || (server !== -1 && at > server)) return { language: undefined, rest: [...words] };
  const word = words[at] ?? '';
  const length = word === '--lang' ? 2 : 1;
  const language = length === 2 ? (words[at + 1] ?? '') : word.slice('--lang='.length);
  return { language, rest: words.toSpliced(at, length) };
}

/** What a command line runs in. */
export interface World extends Pick<Host, 'out' | 'err' | 'signal'> {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The locale of the system, where no variable names one. */
  readonly systemLocale: string;
}

/** The language of these words: the one that they name, else that of the locale. */
export function languageOf(words: readonly string[], { env, systemLocale }: Omit<World, keyof Host>): Language {
  return parseLanguage(splitLanguage(words).language ?? '') ?? localeLanguage(env, systemLocale);
}

/** Runs a command line; gives the exit code. */
export async function main(words: readonly string[], world: World): Promise<number> {
  const { out, err, signal } = world;
  // `pnpm demo -- calculator` leaves the dashes.
  const { language: asked, rest } = splitLanguage(words[0] === '--' ? words.slice(1) : words);
  const language = languageOf(words, world);
  const [name = '', ...more] = rest;
  const open = Object.hasOwn(demos, name) ? demos[name] : undefined;
  try {
    if (asked !== undefined && parseLanguage(asked) === undefined) {
      throw new UsageError({ kind: 'wrong-value', word: '--lang', value: asked });
    }
    if (name === '--help' && more.length === 0) {
      out(overview[language]);
      return exitCodes.ok;
    }
    if (open === undefined) {
      if (name !== '') err(`${wordsIn[language].noDemo(name)}\n`);
      err(overview[language]);
      return exitCodes.usage;
    }
    return await (
      await open()
    )({ words: more, language, out, err, signal });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    err(wordsIn[language].usage(error));
    err(`pnpm demo ${open === undefined ? '' : `${name} `}--help`);
    return exitCodes.usage;
  }
}
