/**
 * The ways to write a variable. `${folder}`: `${workspaceFolder}` and the other names of `folderNames`. `${plugin}`:
 * `${CLAUDE_PLUGIN_ROOT}`, `${PLUGIN_ROOT}`. `\${…}`, `$${…}` and `\$VAR` stand for themselves. `$VAR` and `$env:VAR` are the whole value.
 */
export const variableSyntaxes = [
  '${VAR}',
  '${VAR:-default}',
  '$VAR',
  '$env:VAR',
  '${env:VAR}',
  '{env:VAR}',
  '{file:path}',
  '%VAR%',
  '${input:id}',
  '${secret:name}',
  '${{ secrets.name }}',
  '${folder}',
  '${plugin}',
  '~',
  '\\${…}',
] as const;

export type VariableSyntax = (typeof variableSyntaxes)[number];

/** Names that mean a folder of the host, or its separator. */
const folderNames = [
  'workspaceFolder',
  'workspaceFolderBasename',
  'userHome',
  'pathSeparator',
  '/',
  'CLAUDE_PLUGIN_ROOT',
  'PLUGIN_ROOT',
] as const;

export type FolderName = (typeof folderNames)[number];

/** A piece of a text. `source` is how it was written. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly source: string; readonly name: string; readonly fallback?: string }
  | { readonly kind: 'file'; readonly source: string; readonly path: string }
  | { readonly kind: 'input'; readonly source: string; readonly id: string }
  | { readonly kind: 'secret'; readonly source: string; readonly name: string }
  | { readonly kind: 'folder'; readonly source: string; readonly name: FolderName }
  | { readonly kind: 'home'; readonly source: string };

export interface SyntaxRules {
  readonly known: readonly VariableSyntax[];
  readonly platform: NodeJS.Platform;
  /** Whether `~` at the beginning is the home folder. */
  readonly isPath: boolean;
}

export interface SplitText {
  readonly pieces: readonly Piece[];
  /** What looks like a variable, and is none in this dialect. */
  readonly literal: readonly string[];
}

const name = '[A-Za-z_][A-Za-z0-9_]{0,255}';

/** Every form in one expression, each bounded, so that a text is gone through once. The escapes come first. */
const anyForm = new RegExp(
  [
    '(?<escaped>(?:\\\\|\\$)\\$\\{[^}]{0,256}\\})',
    '\\$\\{\\{\\s{0,8}secrets\\.(?<template>[\\w.-]{1,255})\\s{0,8}\\}\\}',
    '(?<moustache>\\$\\{\\{[^}]{0,256}\\}\\})',
    '\\$\\{(?<scheme>[A-Za-z]{1,32}):(?!-)(?<argument>[^}]{0,256})\\}',
    `\\$\\{(?<braced>${name})(?::-(?<fallback>[^}]{0,256}))?\\}`,
    '(?<separator>\\$\\{\\/\\})',
    '(?<!\\$)\\{(?<curly>env|file):(?<curlyArgument>[^}]{0,256})\\}',
    '%(?<percent>[A-Za-z_][A-Za-z0-9_()]{0,255})%',
  ].join('|'),
  'g',
);

const wholeForm = new RegExp(`^(?<escape>\\\\)?\\$(?<env>env:)?(?<name>${name})$`);

/**
 * Takes a text apart. What is put in later is not looked at again: expansion is not recursive. A syntax that the dialect
 * does not know stays as it is, and is told.
 */
export function splitText(text: string, rules: SyntaxRules): SplitText {
  const pieces: Piece[] = [];
  const literal: string[] = [];
  const whole = wholeForm.exec(text)?.groups;
  if (whole?.['escape'] !== undefined) {
    return { pieces: [{ kind: 'text', text: rules.known.includes('\\${…}') ? text.slice(1) : text }], literal };
  }
  if (whole !== undefined) {
    const isKnown = rules.known.includes(whole['env'] === undefined ? '$VAR' : '$env:VAR');
    if (isKnown) return { pieces: [{ kind: 'variable', source: text, name: whole['name'] ?? '' }], literal };
    // A price is no variable; what is written as a name of the environment is.
    const looksLikeOne = whole['env'] !== undefined || /^\$[A-Z_][A-Z0-9_]*$/.test(text);
    return { pieces: [{ kind: 'text', text }], literal: looksLikeOne ? [text] : [] };
  }

  let at = 0;
  // Where a leading `!` would be refused (`check-server.ts`), this is how to write one.
  if (text.startsWith('\\!') && rules.known.includes('\\${…}')) at = 1;
  if (rules.isPath && /^~(?=[\\/]|$)/.test(text) && rules.known.includes('~')) {
    pieces.push({ kind: 'home', source: '~' });
    at = 1;
  }
  for (const match of text.matchAll(anyForm)) {
    const [source] = match;
    const piece = pieceOf(source, match.groups ?? {}, rules);
    if (piece === undefined) {
      literal.push(source);
      continue;
    }
    if (piece === 'plain') continue;
    if (match.index > at) pieces.push({ kind: 'text', text: text.slice(at, match.index) });
    pieces.push(piece);
    at = match.index + source.length;
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) });
  return { pieces, literal };
}

type Groups = Readonly<Record<string, string | undefined>>;

/** Undefined: it looks like a variable, and is none here. `plain`: it does not even look like one. */
function pieceOf(source: string, groups: Groups, rules: SyntaxRules): Piece | 'plain' | undefined {
  const { scheme, argument = '', braced, fallback, curly, curlyArgument = '', percent, template } = groups;
  const { known, platform } = rules;
  const only = <P extends Piece>(syntax: VariableSyntax, piece: P): P | undefined =>
    known.includes(syntax) ? piece : undefined;
  if (groups['escaped'] !== undefined) {
    return known.includes('\\${…}') ? { kind: 'text', text: source.slice(1) } : undefined;
  }
  if (template !== undefined) return only('${{ secrets.name }}', { kind: 'secret', source, name: template });
  if (scheme === 'env') return only('${env:VAR}', { kind: 'variable', source, name: argument });
  if (scheme === 'input') return only('${input:id}', { kind: 'input', source, id: argument });
  if (scheme === 'secret') return only('${secret:name}', { kind: 'secret', source, name: argument });
  if (scheme !== undefined || groups['moustache'] !== undefined) return undefined;
  if (groups['separator'] !== undefined) return only('${folder}', { kind: 'folder', source, name: '/' });
  if (braced !== undefined) return bracedPiece(source, braced, fallback, known);
  if (curly === 'env') return only('{env:VAR}', { kind: 'variable', source, name: curlyArgument });
  if (curly === 'file') return only('{file:path}', { kind: 'file', source, path: curlyArgument });
  if (percent === undefined) return 'plain';
  if (platform === 'win32') return only('%VAR%', { kind: 'variable', source, name: percent });
  // `50%ab%` and the like are texts; only a host that knows the syntax can have meant it.
  return known.includes('%VAR%') ? undefined : 'plain';
}

function bracedPiece(
  source: string,
  name: string,
  fallback: string | undefined,
  known: readonly VariableSyntax[],
): Piece | undefined {
  const folder = folderNames.find((known) => known === name);
  if (folder !== undefined && fallback === undefined) {
    const syntax = folder.endsWith('PLUGIN_ROOT') ? '${plugin}' : '${folder}';
    if (known.includes(syntax)) return { kind: 'folder', source, name: folder };
  }
  if (fallback === undefined) return known.includes('${VAR}') ? { kind: 'variable', source, name } : undefined;
  return known.includes('${VAR:-default}') ? { kind: 'variable', source, name, fallback } : undefined;
}
