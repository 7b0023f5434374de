import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One line of a stack: `text` as Node prints it without the leading `at`, `file` where it lies. */
interface Frame {
  readonly text: string;
  readonly file: string;
}

/** Makes a test for "lies in this folder", also when the folder is reached through a symbolic link. */
export function folderTest(folder: string): (file: string) => boolean {
  const prefixes = [folder, realpathSync(folder)].map((path) => (path.endsWith(sep) ? path : path + sep));
  return (file) => prefixes.some((prefix) => file.startsWith(prefix));
}

/**
 * Where the code runs now, for the hook that asks: the line in the folder nearest to the top, or undefined when no line
 * of the stack is in it, or when what stands on top is a test runner's or a helper's own doing.
 */
export function creationSite(
  isInFolder: (file: string) => boolean,
  isHelper: (file: string) => boolean,
): string | undefined {
  const [top, ...below] = stackFrames();
  if (top === undefined || isHelper(top.file) || isRunner(top.file)) return undefined;
  return [top, ...below].find((frame) => isInFolder(frame.file))?.text;
}

/**
 * True when Node makes a pipe to reach this process's own stdin, stdout or stderr, which it does at their first use.
 *
 * @param stack default: the lines of the stack now
 */
export function isOwnStdio(stack: readonly string[] = rawStack()): boolean {
  return stack.some((line) => line.includes('(node:internal/bootstrap/'));
}

/** The frames outside Node, innermost first, the awaiting functions (`at async …`) included. */
function stackFrames(): Frame[] {
  return rawStack().flatMap((line) => {
    const text = line.replace(/^\s*at /, '');
    // `name (location)` or `location` alone. What is no absolute path or file URL is Node's own, or no place at all.
    const [, inside, alone = ''] = /^(?:async )?(?:.*? \((.+)\)|(.+))$/.exec(text) ?? [];
    const [, path] = /^(file:\/\/.+|\/.+|[A-Za-z]:[\\/].+):\d+:\d+$/.exec(inside ?? alone) ?? [];
    if (path === undefined) return [];
    const file = path.startsWith('file://') ? fileURLToPath(path) : path;
    return file === ownFile || file === watchFile ? [] : { text, file };
  });
}

const ownFile = fileURLToPath(import.meta.url);
const watchFile = fileURLToPath(new URL('resource-watch.ts', import.meta.url));

function rawStack(): string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = Infinity;
  try {
    return new Error('where').stack?.split('\n').slice(1) ?? [];
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** A runner's timers are created on behalf of whatever code runs, for example when that code prints something. */
function isRunner(file: string): boolean {
  return /[\\/]node_modules[\\/](@vitest[\\/]|vitest[\\/]|tinypool[\\/])/.test(file);
}
