import { posix, win32 } from 'node:path';

export interface FolderQuestion {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** Where the command keeps what is the user's own. Absolute. */
export interface Folders {
  /** The user's servers: trusted, since only he writes there. */
  readonly configFile: string;
  /** What was approved, with a key: nobody else's business. */
  readonly approvalsFile: string;
  readonly quarantineFile: string;
  /** What may be thrown away: which servers were seen. */
  readonly catalogueFile: string;
}

/**
 * The folders by the rules of the platform: XDG on Linux and everywhere else, `Application Support` on macOS, `%APPDATA%` and
 * `%LOCALAPPDATA%` on Windows. `XDG_…` is followed on macOS too, by whoever sets it. A relative path in a variable is no path
 * (XDG base directory specification), and it would move with the working directory.
 */
export function foldersOf({ platform, env, home }: FolderQuestion): Folders {
  const path = platform === 'win32' ? win32 : posix;
  const named = (name: string): string | undefined => {
    const value = platform === 'win32' ? valueWithoutCase(env, name) : env[name];
    return value !== undefined && path.isAbsolute(value) ? value : undefined;
  };
  const support = path.join(home, 'Library', 'Application Support');
  const roots =
    platform === 'win32'
      ? {
          config: named('APPDATA') ?? path.join(home, 'AppData', 'Roaming'),
          state: named('LOCALAPPDATA') ?? path.join(home, 'AppData', 'Local'),
          cache: named('LOCALAPPDATA') ?? path.join(home, 'AppData', 'Local'),
        }
      : {
          config: named('XDG_CONFIG_HOME') ?? (platform === 'darwin' ? support : path.join(home, '.config')),
          state: named('XDG_STATE_HOME') ?? (platform === 'darwin' ? support : path.join(home, '.local', 'state')),
          cache:
            named('XDG_CACHE_HOME') ??
            (platform === 'darwin' ? path.join(home, 'Library', 'Caches') : path.join(home, '.cache')),
        };
  return {
    configFile: path.join(roots.config, 'mcp', 'mcp-servers.json'),
    approvalsFile: path.join(roots.state, 'mcp', 'approvals.json'),
    quarantineFile: path.join(roots.state, 'mcp', 'quarantine.json'),
    catalogueFile: path.join(roots.cache, 'mcp', 'catalogue.json'),
  };
}

function valueWithoutCase(env: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  return Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];
}
