/** @import { ServerOptions } from './types.ts' */

/** The largest delay of a Node timer; a larger one fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/** @type {Record<string, (text: string) => unknown>} */
const readers = {
  mode: (text) => (/^[a-z]+(-[a-z]+)*$/.test(text) ? text : undefined),
  shape: oneOf('lite', 'mcp'),
  journal: (text) => (text === '' ? undefined : text),
  'self-kill-ms': integer(1, longestTimerMs),
  seed: integer(0, 2 ** 32 - 1),
  batch: integer(1, 100_000),
  bytes: integer(0, Number.MAX_SAFE_INTEGER),
  count: integer(0, 100_000_000),
  'delay-ms': integer(0, longestTimerMs),
  'split-at': oneOf('every-byte', 'utf8', 'random'),
  hold: yesOrNo,
  fresh: yesOrNo,
  'last-words': (text) => text,
  revision: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined),
};

/**
 * Reads `--name=value` arguments.
 *
 * @param {readonly string[]} args
 * @returns {ServerOptions}
 * @throws {Error} with a message for people, when an argument is unknown or its value is not one
 */
export function readArguments(args) {
  /** @type {Record<string, unknown>} */
  const options = { mode: 'normal', shape: 'lite', selfKillMs: 30_000 };
  for (const arg of args) {
    const [, name = '', text = ''] = /^--([a-z-]+)=(.*)$/s.exec(arg) ?? [];
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (reader === undefined) throw new Error(`unknown argument ${JSON.stringify(arg)}`);
    const value = reader(text);
    if (value === undefined) throw new Error(`--${name} cannot be ${JSON.stringify(text)}`);
    options[name.replace(/-./g, (dash) => dash.slice(1).toUpperCase())] = value;
  }
  return /** @type {ServerOptions} */ (/** @type {unknown} */ (options));
}

/**
 * @param {number} min
 * @param {number} max
 * @returns {(text: string) => number | undefined}
 */
function integer(min, max) {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? value : undefined;
  };
}

/**
 * @param {string} text
 * @returns {boolean | undefined}
 */
function yesOrNo(text) {
  return { true: true, false: false }[text];
}

/**
 * @param {...string} values
 * @returns {(text: string) => string | undefined}
 */
function oneOf(...values) {
  return (text) => values.find((value) => value === text);
}
