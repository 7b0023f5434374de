import { McpClientError } from '../errors.ts';
import { headerVariables } from './header-variables.ts';
import { isLoaderVariable } from './loader-variables.ts';
import type { ServerConfig } from './server-config.ts';
import { rulesFor, textsOf, type ServerText } from './server-texts.ts';
import { isVariableName } from './variable-name.ts';
import { emptyVariable, type VariableResolver } from './variables.ts';
import { splitText } from './variable-syntax.ts';

/** The texts of a server with their variables put in. */
export interface ExpandedTexts {
  /** By the path in our own spelling (`ServerText.path`). */
  readonly values: ReadonlyMap<string, string>;
  /** What was put in and must not be shown. */
  readonly secrets: readonly string[];
  /** Those of `secrets` that stand where others see them: in the command, its arguments, a folder. */
  readonly exposed: readonly string[];
  /** Texts of files that say what is run, each by where it was put in. */
  readonly files: Readonly<Record<string, string>>;
}

/** The key of a path in `ExpandedTexts.values`. */
export function textKey(...path: readonly (string | number)[]): string {
  return JSON.stringify(path);
}

/**
 * Puts in all variables of a server. `missing` gathers what other fields need.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`, naming everything that is missing
 */
export async function expandTexts(
  config: ServerConfig,
  platform: NodeJS.Platform,
  resolver: VariableResolver,
): Promise<ExpandedTexts> {
  const texts = await Promise.all(textsOf(config).map((text) => expandText(text, config, platform, resolver)));
  const missing = [...texts.flatMap((text) => text.missing), ...missingNames(config, resolver)];
  if (missing.length > 0) throw missingError(config, missing);
  return {
    values: new Map(texts.map(({ path, value }) => [textKey(...path), value])),
    secrets: texts.flatMap(({ secrets }) => secrets),
    exposed: texts.flatMap(({ exposed }) => exposed),
    files: Object.fromEntries(texts.flatMap(({ files }) => files)),
  };
}

interface ExpandedText {
  readonly path: ServerText['path'];
  readonly value: string;
  readonly secrets: readonly string[];
  readonly exposed: readonly string[];
  readonly files: readonly (readonly [where: string, text: string])[];
  readonly missing: readonly string[];
}

async function expandText(
  text: ServerText,
  config: ServerConfig,
  platform: NodeJS.Platform,
  resolver: VariableResolver,
): Promise<ExpandedText> {
  const { path, where } = text;
  const { pieces } = splitText(text.text, rulesFor(text, config.source.dialect, platform));
  const resolved = await Promise.all(pieces.map(async (piece) => resolver.resolve(piece, where)));
  const parts = resolved.flatMap((part) => ('missing' in part ? [] : [part]));
  const value = parts.map((part) => part.value).join('');
  const secrets = parts.flatMap((part) => (part.isSecret ? [part.value] : []));
  const exposed = text.isPrivate ? [] : [...secrets];
  const files = saysWhatIsRun(text)
    ? resolved.flatMap((part, index) => {
        const piece = pieces[index];
        return piece?.kind === 'file' && 'value' in part ? [[`${where} ${piece.source}`, part.value] as const] : [];
      })
    : [];
  // A header, or a variable, around a secret is one too.
  if (secrets.length > 0 && text.isPrivate) secrets.push(value);
  const missing = resolved.flatMap((part, index) => {
    const piece = pieces[index];
    // An empty token is none. What may be empty says so: `${VAR:-}`.
    if ('value' in part && part.value === '' && path[0] === 'headers' && piece?.kind === 'variable') {
      return piece.fallback === undefined ? [`${where} needs ${emptyVariable(piece.name)}`] : [];
    }
    if (!('missing' in part)) return [];
    const isOwn =
      piece?.kind === 'variable' && config.server.kind === 'stdio' && Object.hasOwn(config.server.env, piece.name);
    const hint = isOwn ? ` (it is set for the server itself: if that puts it in, write \\${piece.source})` : '';
    return [`${where} needs ${part.missing}${hint}`];
  });
  if (value.includes('\0')) missing.push(`${where} needs a text without NUL`);
  return { path, value, secrets, exposed, files, missing };
}

/** What is put in there may be code, or choose it. */
function saysWhatIsRun({ isPrivate, path: [field, name] }: ServerText): boolean {
  return !isPrivate || (field === 'env' && isLoaderVariable(String(name)));
}

/** Headers and tokens that are named as variables of the host. What is no name may be the value, and is not shown. */
function missingNames({ server }: ServerConfig, resolver: VariableResolver): string[] {
  if (server.kind !== 'http') return [];
  return headerVariables(server).flatMap(({ where, variable }) => {
    if (!isVariableName(variable)) return [`${where} needs the NAME of a variable (letters, digits and _)`];
    const found = resolver.variable(variable);
    if ('missing' in found) return [`${where} needs ${found.missing}`];
    return found.value === '' ? [`${where} needs ${emptyVariable(variable)}`] : [];
  });
}

function missingError({ name, source }: ServerConfig, missing: readonly string[]): McpClientError {
  const { file, pointer } = source;
  const message = `the server cannot be started: ${[...new Set(missing)].join('; ')}`;
  return new McpClientError('MCP_INVALID_CONFIG', message, {
    serverName: name,
    ...(file !== undefined && { file }),
    pointer,
  });
}
