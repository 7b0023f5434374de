import { closeSync, constants, existsSync, lstatSync, openSync, readSync, statSync } from 'node:fs';
import { isSystemError, systemReason } from '../../lesson/system-error.ts';

/** Far more than progress in any number of lessons takes. */
export const mostProgressBytes = 4 * 1024 * 1024;

export type ProgressText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' }
  /** A pipe, a device or a folder: reading it may never end. */
  | { readonly kind: 'no-file' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unreadable'; readonly why: string };

/** Reads a file that should hold progress; never waits for anybody, and never takes in more than progress can be. */
export function readProgressText(file: string): ProgressText {
  try {
    if (!statSync(file).isFile()) return { kind: 'no-file' };
    const buffer = Buffer.alloc(mostProgressBytes + 1);
    // Not blocking: a pipe may have taken the file's place meanwhile.
    const open = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      let length = 0;
      for (let got = -1; got !== 0 && length < buffer.length; length += got) {
        got = readSync(open, buffer, length, buffer.length - length, null);
      }
      if (length > mostProgressBytes) return { kind: 'too-large' };
      return { kind: 'text', text: buffer.toString('utf8', 0, length) };
    } finally {
      closeSync(open);
    }
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return { kind: 'none' };
    return { kind: 'unreadable', why: systemReason(error) };
  }
}

/** A link whose end is missing: nothing can be read or made through it. */
export function leadsNowhere(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink() && !existsSync(path);
  } catch {
    return false; // whoever reads it is told why
  }
}
