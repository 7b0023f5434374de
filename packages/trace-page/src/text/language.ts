/** Languages that the page is written in. */
export const languages = ['en', 'zh-CN'] as const;

export type Language = (typeof languages)[number];

/** The first of a reader's languages that there is, or English. Any Chinese is better served by Chinese than by English. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [primary] = tag.toLowerCase().split('-');
    if (primary === 'zh') return 'zh-CN';
    if (primary === 'en') return 'en';
  }
  return 'en';
}
