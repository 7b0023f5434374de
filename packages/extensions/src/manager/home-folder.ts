import { homedir } from 'node:os';
import { parse } from 'node:path';

/** The home folder of the host's user; of an account that has none (a container that runs as any number) the root folder. */
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return parse(process.execPath).root;
  }
}
