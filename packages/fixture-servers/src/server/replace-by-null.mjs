import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/**
 * Closes one of the standard descriptors for good: ending the stream is not enough, Node leaves these three open. The
 * null device takes the number, so that no other file can come to be read or written by mistake.
 *
 * @param {0 | 1 | 2} fd
 * @param {'r' | 'w'} flags
 */
export function replaceByNull(fd, flags) {
  closeSync(fd);
  openSync(devNull, flags); // takes the lowest free number, which is the one just closed
}
