import { en } from './en.ts';
import type { Language } from './language.ts';
import type { Strings } from './strings.ts';
import { zhCn } from './zh-cn.ts';

export const stringsFor: Readonly<Record<Language, Strings>> = { en, 'zh-CN': zhCn };
