import { resolve } from 'node:path';
import { printable } from '../wire/printable.ts';
import { isInsecure } from '../http/addresses.ts';
import { redact } from '../base/redact.ts';
import type { Spot } from './config-notes.ts';
import { dialects } from './dialects.ts';
import { refuse, tell, type EntryContext } from './entry-context.ts';
import { isLoaderVariable, looksSecret } from './loader-variables.ts';
import { locate, type OwnForm } from './own-form.ts';
import type { Dialect, HttpServer, ServerConfig, StdioServer } from './server-config.ts';
import { rulesFor, textsOf, type ServerText } from './server-texts.ts';
import { splitText, type Piece } from './variable-syntax.ts';

/** Dialects of which nobody knows that a leading `!` is a text like any other. */
const shellByMark: readonly string[] = ['mcp-servers', 'bare', 'own'];

/** Looks at what a shape cannot tell: variables, addresses, programs, and what loads other code. */
export function checkServer(config: ServerConfig, form: OwnForm, context: EntryContext, entry: Spot): void {
  const spotOf = (path: readonly PropertyKey[]): Spot => locate(path, form.spots, entry).spot;
  for (const text of textsOf(config)) checkText(text, spotOf(text.path), context);
  if (config.server.kind === 'stdio') {
    checkCommand(config.server, spotOf(['command']), context);
    checkLoaders(config.server, spotOf, context);
  } else {
    checkUrl(config.server, spotOf(['url']), context);
  }
}

function checkText(text: ServerText, spot: Spot, context: EntryContext): void {
  const { where, isPrivate, path } = text;
  const { dialect, platform, inputs } = context;
  if (isPrivate && shellByMark.includes(dialect) && /^!\S/.test(text.text)) {
    const why = `${where} begins with !, by which one host runs a shell while it reads its configuration; that is not done here`;
    refuse(
      context,
      spot,
      why,
      'put what the command prints into a variable, and name that: "${VAR}"; a text begins with \\!',
    );
  }
  const { pieces, literal } = splitText(text.text, rulesFor(text, dialect, platform));
  for (const source of literal) {
    const message = `${where}: ${printable(source)} stays as it is written: ${dialects[dialect].title} knows no such variable`;
    tell(context, spot, 'variable', message, 'warning');
  }
  const { seen, place } = path[0] === 'url' ? ofAddress : ofProgram;
  // A name is no secret, here or in the server's own syntax.
  const bare = text.text.replace(/\$?\{[^}]{0,256}\}/g, '');
  if (!isPrivate && redact(bare, { values: [], truncated: false }) !== bare) {
    const message = `${where} looks like a secret, and ${seen}: put it into ${place}`;
    tell(context, spot, 'variable', message, 'warning');
  }
  for (const piece of pieces) {
    const input = piece.kind === 'input' ? inputs.find(({ id }) => id === piece.id) : undefined;
    if (piece.kind === 'input' && input === undefined) {
      refuse(context, spot, `${where}: there is no input ${printable(piece.id)}`, 'add it to "inputs": { "id": "…" }');
    }
    if (isPrivate) continue;
    if (piece.kind === 'secret' || input?.isPassword === true) {
      const why = `${where} would hold a secret, which ${seen}`;
      refuse(context, spot, why, `put it into ${place}, where only the server sees it`);
    } else if (isSecretVariable(piece)) {
      tell(context, spot, 'variable', `${where}: ${printable(piece.source)} ${seen}`, 'warning');
    }
  }
}

/** Who sees what is no secret of a server, and where secrets belong. */
const ofProgram = { seen: 'is seen by every program of this machine', place: 'env or headers' };
const ofAddress = { seen: 'is written into the logs of servers and proxies', place: 'headers' };

function isSecretVariable(piece: Piece): piece is Piece & { readonly kind: 'variable' } {
  return piece.kind === 'variable' && looksSecret(piece.name);
}

/** A command line in one text is not taken apart: no two shells agree how (openclaw/mcporter eats the backslashes of Windows). */
function checkCommand({ executable, args }: StdioServer, spot: Spot, context: EntryContext): void {
  if (/^https?:\/\//i.test(executable)) {
    refuse(context, spot, 'command is an address, and no program', 'write it as "url", in place of "command"');
    return;
  }
  if (!/\s/.test(executable) || args.length > 0) return;
  const known = dialects[context.dialect].variables;
  const { pieces } = splitText(executable, { known, platform: context.platform, isPath: true });
  // What is to be put in may hold the spaces, and the path is not known before.
  if (pieces.some(({ kind }) => kind !== 'text') || context.isFile(resolve(context.folder, executable))) return;
  const parts = executable.trim().split(/\s+/);
  const [head, ...rest] = parts.map((part) => JSON.stringify(part));
  const cure = /["'\\$`|&;<>(){}*]/.test(executable)
    ? 'write the program as "command" and each of its arguments into "args"'
    : `write "command": ${head}, "args": [${rest.join(', ')}]`;
  refuse(context, spot, 'command is a whole command line, there is no such file, and it is given to no shell', cure);
}

function checkLoaders(
  { env }: StdioServer,
  spotOf: (path: readonly PropertyKey[]) => Spot,
  context: EntryContext,
): void {
  for (const [name, value] of Object.entries(env)) {
    if (value === null || !isLoaderVariable(name)) continue;
    const message = `it sets ${printable(name)}, by which other code is run than the command says`;
    tell(context, spotOf(['env', name]), 'loader-variable', message, 'ask');
  }
}

function checkUrl({ url, allowInsecure }: HttpServer, spot: Spot, context: EntryContext): void {
  const { dialect, platform } = context;
  const { pieces } = splitText(url, { known: dialects[dialect].variables, platform, isPath: false });
  if (pieces.some(({ kind }) => kind !== 'text')) return; // looked at again when they are put in
  const wrong = urlProblem(url);
  if (wrong !== undefined) refuse(context, spot, `url ${wrong}`, 'for example "url": "https://example.com/mcp"');
  else if (allowInsecure !== true && isInsecure(new URL(url))) refuse(context, spot, insecure, cureOf(dialect));
}

const insecure = 'url begins with http, and is of another machine: everybody between reads and changes what is said';

/** Only a file of our own says that it may be so: what was pasted does not. */
function cureOf(dialect: Dialect): string {
  const own = '"allowInsecure": true says that this is meant';
  return `begin it with https; ${dialect === 'own' ? own : `in a file of our own form (mcp-servers.json) ${own}`}`;
}

/** What stands against an address. It may hold a secret, and is not named. */
export function urlProblem(url: string): string | undefined {
  // `localhost:3000/mcp` can be read as an address of the scheme `localhost`.
  if (/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?(?:[/?#]|$)/i.test(url))
    return 'is no address: it lacks http:// or https://';
  if (!URL.canParse(url)) return 'is no address';
  const { protocol } = new URL(url);
  return protocol === 'http:' || protocol === 'https:'
    ? undefined
    : `begins with ${printable(protocol)}, and only http and https are reached`;
}
