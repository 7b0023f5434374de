import type { ParseArgsConfig } from 'node:util';
import type { Language } from '../lesson/manifest/schema.ts';
import type { Context } from './context.ts';
import type { CommandName, Messages } from './messages/index.ts';
import type { Page } from './page.ts';

export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** One call of a command, with all that it needs to answer. */
export interface Call {
  readonly context: Context;
  readonly language: Language;
  readonly messages: Messages;
  /** Results, on stdout. */
  readonly page: Page;
  /** Progress and complaints, on stderr. */
  readonly aside: Page;
  readonly positionals: readonly string[];
  readonly flags: Flags;
}

export interface Command {
  readonly name: CommandName;
  /** How it is written, without `pnpm lesson`. */
  readonly synopsis: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  readonly positionals: { readonly least: number; readonly most: number };
  /** Resolves with the exit status; throws `CommandProblem`. */
  readonly run: (call: Call) => Promise<number> | number;
}

export function textFlag({ flags }: Pick<Call, 'flags'>, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

export function isOn({ flags }: Pick<Call, 'flags'>, name: string): boolean {
  return flags[name] === true;
}
