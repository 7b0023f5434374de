import { languages, type Language } from '../lesson/manifest/schema.ts';

const variables = ['LC_ALL', 'LC_MESSAGES', 'LANG', 'LANGUAGE'] as const;

/** The language of `--lang`; `undefined` when it is none that the course ships in. */
export function parseLanguage(text: string): Language | undefined {
  return languages.find((language) => language.toLowerCase() === text.toLowerCase());
}

/** The first variable that is set decides, then the system's locale; any Chinese is Simplified Chinese here. */
export function localeLanguage(env: Readonly<Record<string, string | undefined>>, systemLocale: string): Language {
  const locale = variables.map((name) => env[name]).find(Boolean) ?? systemLocale;
  return /^zh/i.test(locale) ? 'zh-CN' : 'en';
}

/** The language to speak in: the one of `--lang`, also in a command line that is wrong otherwise; else the locale's. */
export function spokenLanguage(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  systemLocale: string,
): Language {
  const at = words.findIndex((word) => word === '--lang' || word.startsWith('--lang='));
  const flag = words[at] === '--lang' ? words[at + 1] : words[at]?.slice('--lang='.length);
  return parseLanguage(flag ?? '') ?? localeLanguage(env, systemLocale);
}
