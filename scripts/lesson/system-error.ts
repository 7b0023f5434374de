import { messageOf } from './message-of.ts';

/** What the system said, without the call and the path: `EISDIR: illegal operation on a directory`. */
export function systemReason(error: unknown): string {
  return isSystemError(error) ? (error.message.split(', ')[0] ?? error.message) : messageOf(error);
}

/** Refused by the system (a folder without rights, a full disk): no mistake of this program. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'errno' in error;
}
