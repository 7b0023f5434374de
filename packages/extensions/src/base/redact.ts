/** Stands for what was taken out. */
export const removed = '[redacted]';

/**
 * Each pattern is linear in the text: a match begins at a place that the run of characters before it cannot contain, and
 * what is optional in it is bounded. The text is hostile: it is the server's.
 */
const patterns: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g, removed],
  // A header: all of its line, whatever the scheme.
  [/(authorization["']?[ \t]{0,8}[:=][ \t]{0,8})[^\r\n]+/gi, `$1${removed}`],
  [/((?<![a-z])(?:bearer|basic)[ \t]{1,8})[^\s"',;]{6,}/gi, `$1${removed}`],
  [/((?:set-)?cookie["']?[ \t]{0,8}:[ \t]{0,8})[^\r\n]+/gi, `$1${removed}`],
  // scheme://user:password@host
  [/(:\/\/)[^\s/@:]{0,256}:[^\s/@]{1,512}@/g, `$1${removed}@`],
  // Keys that say what they are.
  [/(?<![A-Za-z0-9])(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}/g, removed],
  [/(?<![A-Za-z0-9])(?:gh[pousr]_|github_pat_|glpat-|npm_|hf_|xox[a-z]-)[A-Za-z0-9_-]{10,}/g, removed],
  [/(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{12,}/g, removed],
  [/(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{30,}/g, removed],
  [/(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g, removed],
  // name=value and name: value, also as JSON and with a prefix such as OPENAI_API_KEY.
  [
    /((?:password|passwd|passphrase|pwd)[A-Za-z0-9_-]{0,16}["']?[ \t]{0,8}[:=][ \t]{0,8}["']?)[^\s"',;]+/gi,
    `$1${removed}`,
  ],
  [
    /((?:token|secret|api[_-]?key|access[_-]?key|private[_-]?key|client[_-]?secret|credential)[A-Za-z0-9_-]{0,16}["']?[ \t]{0,8}[:=][ \t]{0,8}["']?)[^\s"',;]{6,}/gi,
    `$1${removed}`,
  ],
];

const endOfKey = /-----END [A-Z ]{0,30}PRIVATE KEY-----/;

export interface RedactOptions {
  /** Values that are secret because of where they come from, for example set by the configuration. */
  readonly values: readonly string[];
  /** The beginning of the text was cut off, and with it perhaps the beginning of a secret. */
  readonly truncated: boolean;
}

/**
 * Takes what looks like a credential out of a text that a server wrote (C-24): tokens by their form, values by the name
 * before them, and the given values wherever they stand. Linear in the length of the text. It is a net, not a proof: a
 * secret that looks like a word goes through.
 */
export function redact(text: string, options: RedactOptions): string {
  let clean = options.truncated ? dropRestOfKey(text) : text;
  // A value of several lines comes out with other line breaks, or cut: each of its lines is secret too. Long ones first:
  // one may contain another.
  const values = options.values
    .flatMap((value) => [value, ...value.split(/\r?\n/)])
    .filter((value) => value.length >= 8);
  for (const value of [...new Set(values)].toSorted((a, b) => b.length - a.length)) {
    clean = clean.replaceAll(value, () => removed);
  }
  for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement);
  return clean;
}

/** The end of a private key whose beginning was cut off. */
function dropRestOfKey(text: string): string {
  const end = endOfKey.exec(text);
  if (end === null || text.slice(0, end.index).includes('-----BEGIN ')) return text;
  return removed + text.slice(end.index + end[0].length);
}
