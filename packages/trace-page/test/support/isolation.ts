import { spawnSync } from 'node:child_process';

/** What of this machine keeps a browser in. Root starts it as somebody else; without its rights a user namespace helps. */
export interface Isolation {
  /** Another user than the one of the tests. */
  readonly isOtherUser: boolean;
  readonly hasNetwork: boolean;
  /** Chromium's own, which wants user namespaces (or a helper that belongs to root). */
  readonly hasSandbox: boolean;
}

/** The user and the group of nobody, on every Linux. */
export const nobody = 65_534;

const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'];

export function isolationHere(): Isolation {
  const isRoot = process.getuid?.() === 0;
  const network = isRoot ? ['unshare', '--net', '--'] : ['unshare', '--user', '--map-current-user', '--net', '--'];
  return {
    isOtherUser: isRoot,
    hasNetwork: !works([...network, 'true']),
    hasSandbox: works([...(isRoot ? asNobody : []), 'unshare', '--user', '--', 'true']),
  };
}

/** What is started instead of the browser, for `launchPersistentContext`: it becomes the browser. */
export function launcherScript(browser: string, { isOtherUser, hasNetwork }: Isolation): string {
  const withoutNetwork = isOtherUser
    ? ['unshare', '--net', '--']
    : ['unshare', '--user', '--map-current-user', '--net', '--'];
  const words = [...(hasNetwork ? [] : withoutNetwork), ...(isOtherUser ? asNobody : []), quoted(browser), '"$@"'];
  return `#!/bin/sh\nexec ${words.join(' ')}\n`;
}

function works([command = '', ...args]: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
