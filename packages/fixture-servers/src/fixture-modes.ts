/**
 * The names of all fault modes, in the order of the README's table. `normal` is the server without a fault; every other
 * name is a file `server/modes/<name>.mjs`.
 */
export const fixtureModes = [
  'normal',
  'reverse',
  'split',
  'glue',
  'crlf',
  'blank-lines',
  'noise',
  'endless-line',
  'stderr-flood',
  'late-answer',
  'both',
  'neither',
  'not-object',
  'duplicate-id',
  'unknown-id',
  'string-ids',
  'half-line-exit',
  'exit-mid-call',
  'exit-on-start',
  'stdin-closed-early',
  'stdout-closed',
  'ignore-stdin-end',
  'ignore-sigterm',
  'grandchild',
  'refuse-version',
  'other-version',
  'pages',
  'empty-cursor',
  'stuck-cursor',
  'notification-flood',
  'server-requests',
  'env-dump',
  'early-answer',
  'slow-reader',
  'silent',
] as const;

/** One mode's name. */
export type FixtureMode = (typeof fixtureModes)[number];
