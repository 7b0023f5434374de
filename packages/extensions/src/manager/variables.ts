import { realpath } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { printable } from '../wire/printable.ts';
import { looksSecret } from './loader-variables.ts';
import { readBounded } from './bounded-file.ts';
import type { BrokeredSecret, InputPrompt, SecretBroker } from './secret-broker.ts';
import type { ConfigInput } from './server-config.ts';
import { isUsualName, shownVariable } from './variable-name.ts';
import type { FolderName, Piece } from './variable-syntax.ts';

/** What variables are put in from. Everything is only read. */
export interface VariableSources {
  readonly serverName: string;
  readonly platform: NodeJS.Platform;
  /** The host's environment, as it was when the start began. */
  readonly host: Readonly<Record<string, string | undefined>>;
  /** Of the configuration: `{file:…}` does not leave it. Absolute. */
  readonly folder: string;
  readonly homeFolder: string;
  readonly workspaceFolder: string;
  /** `${CLAUDE_PLUGIN_ROOT}`; without it that is an error. */
  readonly pluginFolder?: string | undefined;
  readonly inputs: readonly ConfigInput[];
  readonly secrets?: SecretBroker | undefined;
  readonly askInput?: InputPrompt | undefined;
}

/** A value to put in; or what is missing, as the end of "it needs …". */
export type Resolved = { readonly value: string; readonly isSecret: boolean } | { readonly missing: string };

/** A secret and the name by which it was asked for. */
export interface LentSecret {
  readonly name: string;
  readonly secret: BrokeredSecret;
}

/** Bytes of a file whose text is put in. */
const maxFileBytes = 64 * 1024;

/**
 * Finds the values of the variables of one server. Each secret and each person is asked once, at most; what was lent is in
 * `lent`, also when the rest fails.
 */
export class VariableResolver {
  readonly #sources: VariableSources;
  readonly #asked = new Map<string, Promise<Resolved>>();
  readonly #lent: LentSecret[] = [];

  constructor(sources: VariableSources) {
    this.#sources = sources;
  }

  /** What a broker lent so far. Whoever made the resolver gives it back. */
  get lent(): readonly LentSecret[] {
    return this.#lent;
  }

  resolve(piece: Piece, purpose: string): Promise<Resolved> | Resolved {
    switch (piece.kind) {
      case 'text':
        return { value: piece.text, isSecret: false };
      case 'variable':
        return this.variable(piece.name, piece.fallback);
      case 'folder':
        return this.#folder(piece.name);
      case 'home':
        return { value: this.#sources.homeFolder, isSecret: false };
      case 'file':
        return this.#once(`file:${piece.path}`, () => this.#file(piece.path));
      case 'secret':
        return this.#once(`secret:${piece.name}`, () => this.#secret(piece.name, purpose));
      case 'input':
        return this.#once(`input:${piece.id}`, () => this.#input(piece.id, purpose));
      default:
        return piece satisfies never;
    }
  }

  /** A variable of the host. An empty one counts as missing where there is a default, as in a shell. */
  variable(name: string, fallback?: string): Resolved {
    const { host, platform } = this.#sources;
    const key =
      platform === 'win32' ? Object.keys(host).find((other) => other.toUpperCase() === name.toUpperCase()) : name;
    const value = key !== undefined && Object.hasOwn(host, key) ? host[key] : undefined;
    if (fallback !== undefined && (value === undefined || value === '')) return { value: fallback, isSecret: false };
    if (value === undefined) return { missing: missingVariable(name) };
    return { value, isSecret: looksSecret(name) };
  }

  #once(key: string, ask: () => Promise<Resolved>): Promise<Resolved> {
    const asked = this.#asked.get(key) ?? ask();
    this.#asked.set(key, asked);
    return asked;
  }

  #folder(name: FolderName): Resolved {
    const { homeFolder, workspaceFolder, pluginFolder } = this.#sources;
    const values: Readonly<Record<FolderName, string | undefined>> = {
      workspaceFolder,
      workspaceFolderBasename: basename(workspaceFolder),
      userHome: homeFolder,
      pathSeparator: sep,
      '/': sep,
      CLAUDE_PLUGIN_ROOT: pluginFolder,
      PLUGIN_ROOT: pluginFolder,
    };
    const value = values[name];
    return value === undefined ? { missing: `${name}, and it is of no plugin` } : { value, isSecret: false };
  }

  /** The text of a file below the folder of the configuration, also after its links are followed. */
  async #file(path: string): Promise<Resolved> {
    const { folder } = this.#sources;
    const shown = printable(path);
    try {
      const [root, file] = await Promise.all([realpath(folder), realpath(resolve(folder, path))]);
      const way = relative(root, file);
      if (way.startsWith('..') || isAbsolute(way)) {
        return { missing: `the file ${shown}, which is outside of the folder of the configuration` };
      }
      return { value: (await readBounded(file, maxFileBytes)).replace(/\r?\n$/, ''), isSecret: true };
    } catch {
      return { missing: `the file ${shown}, which cannot be read (${maxFileBytes} bytes at most)` };
    }
  }

  async #secret(name: string, purpose: string): Promise<Resolved> {
    const { secrets, serverName } = this.#sources;
    const shown = printable(name);
    if (secrets === undefined) return { missing: `the secret ${shown}, and there is nobody to ask for secrets` };
    let lent: BrokeredSecret | undefined;
    try {
      lent = await secrets({ serverName, name, purpose });
    } catch {
      // What a vault says of its failure may hold what nobody should see.
      return { missing: `the secret ${shown}, and asking for it failed` };
    }
    // Read with care: what is no text must not become one, or nothing.
    if (typeof lent !== 'object' || lent === null) return { missing: `the secret ${shown}, which does not exist` };
    this.#lent.push({ name, secret: lent });
    const value: unknown = lent.value;
    return typeof value === 'string'
      ? { value, isSecret: true }
      : { missing: `the secret ${shown}, and what came is no text` };
  }

  async #input(id: string, purpose: string): Promise<Resolved> {
    const { inputs, secrets, askInput, serverName } = this.#sources;
    const input = inputs.find((candidate) => candidate.id === id);
    if (input === undefined) return { missing: `the input ${printable(id)}, which is not described` };
    if (input.isPassword && secrets !== undefined) {
      const found = await this.#secret(id, purpose);
      if (!('missing' in found)) return found;
    }
    if (askInput === undefined)
      return { missing: `an answer to the input ${printable(id)}, and there is nobody to ask` };
    const answer = await answerOf(() => askInput({ ...input, serverName }));
    return typeof answer === 'string'
      ? { value: answer, isSecret: input.isPassword }
      : { missing: `an answer to the input ${printable(id)}, and none came` };
  }
}

/** A variable that is there and says nothing, as the end of "it needs …". */
export function emptyVariable(name: string): string {
  return `the variable ${shownVariable(name)}, which is empty`;
}

function missingVariable(name: string): string {
  const hint = isUsualName(name) ? '' : ' (what stands there is the NAME of a variable, and not its value)';
  return `the variable ${shownVariable(name)}, which is not set${hint}`;
}

/** Undefined when whoever was asked failed: what he says of that may hold what nobody should see. */
async function answerOf(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}
