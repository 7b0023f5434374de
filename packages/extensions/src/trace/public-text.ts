import { hostname, userInfo } from 'node:os';
import { homeFolder } from '../stdio/home-folder.ts';
import { redact, removed } from '../base/redact.ts';
import { printable } from '../wire/printable.ts';
import { textsIn } from './texts-in.ts';
import { withoutValues, withoutWord } from './without-values.ts';

/** Whose machine it is: none of it belongs into what is published. */
export interface Owner {
  /** Home folders, absolute: what `HOME` says, and that of the account, which may be another one. */
  readonly homes: readonly string[];
  readonly user: string;
  /** The machine's name. */
  readonly machine: string;
}

export interface PublicTextOptions {
  /** Values that are secret because of where they come from. */
  readonly secrets: readonly string[];
  /** What a tool was called with: the texts in it are taken out. */
  readonly given: unknown;
  readonly owner: Owner;
}

/** Characters of one text that are looked at. */
const window = 16 * 1024;
/** So much at a cut is not shown: it may be a part of a token, which no pattern knows any more. No token is so long. */
const edge = 4 * 1024;

/** Names that many have tell of nobody, and some of them are words. */
const everybodys: ReadonlySet<string> = new Set(
  'root admin administrator user users guest nobody node app runner ubuntu debian docker vagrant test dev build server git localhost'.split(
    ' ',
  ),
);
const minName = 3;

/** Wherever a user's folder may be, of this user and of others. What is before and in it is bounded: the text is hostile. */
const homes: readonly RegExp[] = [
  // C:\Users\Ada Lovelace\…, also with doubled separators, as JSON has them.
  /(?<![A-Za-z])[A-Za-z]:[\\/]{1,4}(?:Users|Documents and Settings)[\\/]{1,4}(?:[^\\/\r\n:*?"<>|]{1,64}(?=[\\/])|[^\\/\s:*?"'<>|,;]{1,64})/gi,
  /(?:\/(?:var|usr|export|mnt\/[a-z]))?\/(?:home|Users)\/[^\s/\\:"'`<>|,;()[\]{}]{1,64}/g,
];

const address = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,63}){0,4}\.[A-Za-z]{2,24}/g;

/**
 * Makes texts that may be published: without what looks like a credential, without known secrets and the arguments of a call,
 * without home folders, the names of user and machine, and e-mail addresses; printable and bounded. A net, not a proof.
 */
export class PublicText {
  readonly #secrets: readonly string[];
  readonly #given: readonly string[];
  readonly #owner: Owner;

  constructor({ secrets, given, owner }: PublicTextOptions) {
    this.#secrets = formsOf(secrets);
    this.#given = formsOf(textsIn(given));
    this.#owner = owner;
  }

  /** One line of at most `length` characters. */
  line(text: string, length: number): string {
    const isCut = text.length > window;
    const clean = this.#clean(isCut ? text.slice(0, window) : text, false);
    return printable(isCut ? clean.slice(0, Math.max(0, clean.length - edge)) : clean, length);
  }

  /** The last lines of a text, each of at most `length` characters. `truncated`: its beginning was cut off before. */
  lastLines(text: string, bounds: LineBounds): { readonly text: string; readonly truncated: boolean } {
    const isCut = text.length > window;
    const clean = this.#clean(isCut ? text.slice(-window) : text, bounds.truncated || isCut);
    const lines = (isCut ? clean.slice(edge) : clean).trimEnd().split(/\r?\n/);
    return {
      text: lines
        .slice(-bounds.lines)
        .map((line) => printable(line, bounds.length))
        .join('\n'),
      truncated: bounds.truncated || isCut || lines.length > bounds.lines,
    };
  }

  #clean(text: string, truncated: boolean): string {
    // Patterns first: what is known may be a part of what they know by the words around it.
    const values = this.#secrets;
    let clean = withoutValues(redact(text, { values, truncated }), values, removed);
    clean = withoutValues(clean, this.#given, '[argument]');
    return this.#withoutPeople(clean);
  }

  #withoutPeople(text: string): string {
    const { homes: own, user, machine } = this.#owner;
    let clean = text;
    for (const folder of own.filter(({ length }) => length > 1)) {
      const forms = new Set([folder, folder.replaceAll('\\', '/'), folder.replaceAll('\\', '\\\\')]);
      for (const form of forms) clean = withoutWord(clean, form, '~');
    }
    for (const pattern of homes) clean = clean.replace(pattern, '~');
    clean = clean.replace(address, '[address]');
    const [label = ''] = machine.split('.', 1);
    for (const name of new Set([machine, label])) if (isTelling(name)) clean = withoutWord(clean, name, '[host]');
    return isTelling(user) ? withoutWord(clean, user, '[user]') : clean;
  }
}

interface LineBounds {
  readonly lines: number;
  /** Characters of a line. */
  readonly length: number;
  readonly truncated: boolean;
}

/** Who runs this process, and where; empty where the system does not know. */
export function thisOwner(): Owner {
  const homes = [...new Set([homeFolder(), said(() => userInfo().homedir)])];
  return { homes, user: said(() => userInfo().username), machine: said(hostname) };
}

function said(source: () => string): string {
  try {
    return source();
  } catch {
    return '';
  }
}

function isTelling(name: string): boolean {
  return name.length >= minName && !everybodys.has(name.toLowerCase());
}

/** A value as it may stand in a text: as it is, line by line, in JSON, in an address, and what patterns leave of it. */
function formsOf(values: readonly string[]): readonly string[] {
  return [
    ...new Set(
      values.flatMap((value) => {
        const whole = value.toWellFormed();
        const left = redact(whole, { values: [], truncated: false }).split(removed);
        return [whole, ...whole.split(/\r?\n/), JSON.stringify(whole).slice(1, -1), encodeURIComponent(whole), ...left];
      }),
    ),
  ];
}
