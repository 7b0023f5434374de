import { dialects } from './dialects.ts';
import type { Dialect, ServerConfig } from './server-config.ts';
import type { SyntaxRules } from './variable-syntax.ts';

/** A text of a server's configuration in which variables are put in. */
export interface ServerText {
  /** For a message: `args[1]`, `env.HOME`. */
  readonly where: string;
  /** Keys from the entry, in our own spelling. */
  readonly path: readonly (string | number)[];
  readonly text: string;
  /** A leading `~` is the home folder. */
  readonly isPath: boolean;
  /** Seen by nobody but the server: environment and headers. A secret of a broker goes nowhere else (M-07). */
  readonly isPrivate: boolean;
}

/** Every such text of a server, in a fixed order. */
export function textsOf({ server, sandbox }: Pick<ServerConfig, 'server' | 'sandbox'>): ServerText[] {
  if (server.kind === 'http') {
    return [
      { where: 'url', path: ['url'], text: server.url, isPath: false, isPrivate: false },
      ...Object.entries(server.headers).map(([name, text]) => privateText('headers', name, text)),
    ];
  }
  const { executable, args, cwd, envFile, env } = server;
  return [
    openText(['command'], executable),
    ...args.map((text, index) => openText(['args', index], text)),
    ...(cwd === undefined ? [] : [openText(['cwd'], cwd)]),
    ...(envFile === undefined ? [] : [openText(['envFile'], envFile)]),
    ...Object.entries(env).flatMap(([name, text]) => (text === null ? [] : [privateText('env', name, text)])),
    ...(sandbox?.kind === 'bubblewrap'
      ? [
          ...sandbox.readOnly.map((text, index) => openText(['sandbox', 'readOnly', index], text)),
          ...sandbox.writable.map((text, index) => openText(['sandbox', 'writable', index], text)),
        ]
      : (sandbox?.kind === 'template' ? sandbox.command : []).map((text, index) =>
          openText(['sandbox', 'command', index], text),
        )),
  ];
}

/** What a text of a dialect may hold. A leading `~` of a folder or a file of ours is the home folder in every dialect. */
export function rulesFor(text: ServerText, dialect: Dialect, platform: NodeJS.Platform): SyntaxRules {
  const known = dialects[dialect].variables;
  const isFolder = text.path[0] === 'cwd' || text.path[0] === 'envFile';
  return { known: isFolder ? [...known, '~'] : known, platform, isPath: text.isPath };
}

function openText(path: readonly [string, ...(string | number)[]], text: string): ServerText {
  const [field, ...rest] = path;
  const where = field + rest.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  return { where, path, text, isPath: true, isPrivate: false };
}

function privateText(field: 'env' | 'headers', name: string, text: string): ServerText {
  return { where: `${field}.${name}`, path: [field, name], text, isPath: false, isPrivate: true };
}
