export const languages = ['en', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

/** Undefined for a language that the demos do not speak. */
export function parseLanguage(text: string): Language | undefined {
  return languages.find((language) => language.toLowerCase() === text.toLowerCase());
}

/** The first variable that is set decides, then the system; any Chinese is Simplified Chinese here. */
export function localeLanguage(env: Readonly<Record<string, string | undefined>>, systemLocale: string): Language {
  const locale = ['LC_ALL', 'LC_MESSAGES', 'LANG', 'LANGUAGE'].map((name) => env[name]).find(Boolean) ?? systemLocale;
  return /^zh/i.test(locale) ? 'zh-CN' : 'en';
}
