import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findClient } from './clients/catalogue.ts';

/** What is installed for each client: a version, nothing for what the bench has itself, or undefined: it is not there. */
export function installedVersion(client: string): string | undefined {
  const { packageName } = findClient(client);
  if (packageName === undefined) return 'own';
  const file = join(import.meta.dirname, '..', 'node_modules', ...packageName.split('/'), 'package.json');
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  } catch {
    return undefined;
  }
}
