import { appendFileSync } from 'node:fs';

/** @typedef {(entry: Readonly<Record<string, unknown>>) => void} Recorder writes down what passes, at once */

/**
 * What a server receives and says, in the file behind `--record`: JSON, a line each, with the time (milliseconds since
 * 1970). Nowhere without that word.
 *
 * @param {string | undefined} file
 * @returns {Recorder}
 */
export function recorder(file) {
  return (entry) => {
    if (file === undefined) return;
    appendFileSync(file, `${JSON.stringify({ atMs: performance.timeOrigin + performance.now(), ...entry })}\n`);
  };
}
