import { statSync } from 'node:fs';
import { win32 } from 'node:path';
import { McpClientError } from '../errors.ts';

export interface LaunchRequest {
  readonly platform: NodeJS.Platform;
  readonly executable: string;
  readonly args: readonly string[];
  /** The server's working directory, absolute: a relative path of the executable is meant from there. */
  readonly cwd: string;
  /** The server's environment: `PATH`, `PATHEXT`, `ComSpec` and `SystemRoot` are read from it on Windows. */
  readonly env: Readonly<Record<string, string>>;
  /** True when a file (not a directory) is there. Asked on Windows only. */
  readonly isFile: (path: string) => boolean;
}

/** What to give to `spawn`; or that there is no such program. */
export type Launch =
  | {
      readonly kind: 'spawn';
      readonly file: string;
      readonly args: readonly string[];
      /** The arguments are a command line already; Node must not quote them. Windows only. */
      readonly verbatim: boolean;
    }
  | { readonly kind: 'not-found' };

/**
 * Decides what is started for an executable and its arguments. Never by a shell of the user's; on POSIX everything goes
 * through unchanged, as `execvp` does it.
 *
 * On Windows a bare name is looked for on PATH with the endings of PATHEXT, and not in the working directory, where
 * `CreateProcess` would look first. What it finds is started directly, but for `.cmd` and `.bat` (`npx` is one), which only
 * `cmd.exe` can run: it is called by its full path, with every argument escaped twice, since such a file hands its arguments
 * on in a line that is read once more.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG` for an argument of a `.cmd` or `.bat` that holds CR or LF, which cannot be
 *   escaped. (NUL is refused for every program, by `resolveStdioOptions`.)
 */
export function planLaunch(request: LaunchRequest): Launch {
  const { platform, executable, args } = request;
  if (platform !== 'win32') return { kind: 'spawn', file: executable, args, verbatim: false };
  const file = resolveOnWindows(request);
  if (file === undefined) return { kind: 'not-found' };
  if (!/\.(?:cmd|bat)$/i.test(file)) return { kind: 'spawn', file, args, verbatim: false };
  for (const text of [file, ...args]) {
    if (/[\r\n\0]/.test(text)) {
      throw new McpClientError('MCP_INVALID_CONFIG', `an argument of ${win32.basename(file)} holds a line break`);
    }
  }
  const line = [escapeCommand(win32.normalize(file)), ...args.map(escapeArgument)].join(' ');
  // /d: no AutoRun commands of the registry. /s: exactly the outer quotes are taken away.
  return { kind: 'spawn', file: commandProcessor(request.env), args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

/** The program that ends a process and all its descendants on Windows: by its full path, so that PATH has no say. */
export function taskkill(
  pid: number,
  env: Readonly<Record<string, string | undefined>>,
): { file: string; args: string[] } {
  return { file: win32.join(systemRoot(env), 'System32', 'taskkill.exe'), args: ['/PID', String(pid), '/T', '/F'] };
}

/** The file that `planLaunch` starts on Windows, by the environment of the server; undefined when there is none. */
export function resolveOnWindows({ executable, cwd, env, isFile }: LaunchRequest): string | undefined {
  const isPath = /[\\/]/.test(executable) || /^[a-z]:/i.test(executable);
  // A folder of PATH that is empty or relative would depend on where we are.
  const path = (variable(env, 'PATH') ?? '').split(';').map((folder) => folder.replaceAll('"', ''));
  const folders = isPath ? [cwd] : path.filter((folder) => win32.isAbsolute(folder));
  const endings = (variable(env, 'PATHEXT') ?? '.com;.exe;.bat;.cmd').toLowerCase().split(';').filter(Boolean);
  const known = endings.some((ending) => executable.toLowerCase().endsWith(ending));
  for (const folder of folders) {
    // With an ending of its own the name comes first as it is; without one, a file of just that name is no program.
    for (const ending of known ? ['', ...endings] : endings) {
      const candidate = win32.resolve(folder, executable + ending);
      if (isFile(candidate)) return candidate;
    }
  }
  return undefined;
}

function commandProcessor(env: Readonly<Record<string, string | undefined>>): string {
  const named = variable(env, 'ComSpec');
  return named !== undefined && win32.isAbsolute(named) ? named : win32.join(systemRoot(env), 'System32', 'cmd.exe');
}

function systemRoot(env: Readonly<Record<string, string | undefined>>): string {
  const named = variable(env, 'SystemRoot') ?? variable(env, 'windir');
  return named !== undefined && win32.isAbsolute(named) ? named : 'C:\\Windows';
}

function variable(env: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  return Object.entries(env).find(([key]) => key.toUpperCase() === name.toUpperCase())?.[1];
}

/** What `cmd.exe` gives a meaning to. A caret takes it away, outside of quotes; so quotes get one too. */
const meaningful = /[()\][%!^"`<>&|;, *?]/g;

function escapeCommand(path: string): string {
  return path.replace(meaningful, '^$&');
}

/**
 * First for the program, which reads its command line by the rules of the C library (backslashes count before a quote
 * only), then twice for `cmd.exe`. After https://qntm.org/cmd, as cross-spawn does it.
 */
function escapeArgument(argument: string): string {
  const quoted = `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(?<!\\)(\\+)$/, '$1$1')}"`;
  return quoted.replace(meaningful, '^$&').replace(meaningful, '^$&');
}

/** True when a file is there that is no directory. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
