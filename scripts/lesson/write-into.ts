import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file that a person named. Makes one folder at most: a recursive mkdir never ends below /proc (Node 20), and a
 * mistyped path should not grow a tree.
 */
export function writeInto(file: string, text: string): void {
  if (!existsSync(dirname(file))) mkdirSync(dirname(file));
  writeFileSync(file, text);
}
