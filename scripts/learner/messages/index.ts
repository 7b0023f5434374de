import type { Language } from '../../lesson/manifest/schema.ts';
import { en } from './en.ts';
import { zhCn } from './zh-cn.ts';

/** A language that lacks one of these texts does not compile. */
export type Messages = typeof en;

/** The commands are named where they are described, so that none can lack a description. */
export type CommandName = keyof Messages['about'];

/** All texts of one language. */
export const messagesIn: Readonly<Record<Language, Messages>> = { en, 'zh-CN': zhCn };
