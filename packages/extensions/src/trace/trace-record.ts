import { z } from 'zod';

/**
 * The format of a trace: a file of JSON objects, one a line. The first line of each file is a `trace`; after it records stand
 * in the order in which they were written. Names and texts in it are those of servers: bounded, redacted, untrusted. There are
 * no arguments, no results and no environment values in it.
 *
 * A reader skips records of types that it does not know, and members that it does not know. A change that an older reader
 * would misunderstand counts `formatVersion` up.
 */
export const formatVersion = 1;

/** Bytes of a line, without its newline. A longer one is not written, and nothing that comes after one is read. */
export const maxLineBytes = 1024 * 1024;

/** Milliseconds since the trace began (`startedAt` of its first line). */
const at = z.number();
const bytes = z.int().nonnegative();
const count = z.int().nonnegative();

/** Which client a record is of: the host's name of the server, and the UUID of this client (see `EventOrigin`). */
const origin = { serverName: z.string().optional(), instanceId: z.string() };

/** The first line of a file. `part` counts the files of one trace, from 1. */
export const traceStart = z.object({
  type: z.literal('trace'),
  formatVersion: z.literal(formatVersion),
  traceId: z.string(),
  /** ISO 8601, UTC. */
  startedAt: z.iso.datetime(),
  part: z.int().positive(),
  producer: z.object({ name: z.string(), version: z.string() }),
});

/** How a request ended, or that it has not: `pending` stands for one that waits for long, and its end follows. */
export const requestStates = [
  'pending',
  'fulfilled',
  'refused',
  'timed-out',
  'aborted',
  'failed',
  /** The connection did not take it: it has no id. */
  'not-sent',
] as const;

/** One request, written when it has ended. A later record of the same `instanceId` and `id` takes the place of this one. */
const request = z.object({
  type: z.literal('request'),
  /** When it got its id. */
  at,
  ...origin,
  id: z.int().optional(),
  method: z.string(),
  tool: z.string().optional(),
  runId: z.string().optional(),
  state: z.enum(requestStates),
  /** When it left the queue; missing when it never did. */
  sentAt: z.number().optional(),
  /** From `at` to its end. */
  durationMs: z.number().nonnegative().optional(),
  requestBytes: bytes.optional(),
  answerBytes: bytes.optional(),
  /** The tool ran and says that it failed. */
  isError: z.literal(true).optional(),
  /** The client took it back itself: nobody needed it any more. */
  isUnneeded: z.literal(true).optional(),
  code: z.string().optional(),
  /** `refused`: the JSON-RPC code that the server sent. Whole, and of any size: it is the server's. */
  remoteCode: z.number().optional(),
  /** Its caller was given the answer to the request with this id, not to its own: a client that mixes answers up. */
  answeredWith: z.int().optional(),
  /** Progress that came for it: how often, and when (the first 32). */
  progress: z.object({ count, at: z.array(z.number()) }).optional(),
});

/** One connection, when its handshake is done. */
const connection = z.object({
  type: z.literal('connection'),
  at,
  ...origin,
  /** Missing in traces that know of stdio alone. */
  transport: z.enum(['stdio', 'http']).optional(),
  era: z.enum(['legacy', 'modern']),
  protocolVersion: z.string(),
  serverInfo: z.object({ name: z.string(), version: z.string() }),
  /** Their names. */
  capabilities: z.array(z.string()),
});

/** Where the client is in its life. `code`: why it closes. */
const state = z.object({
  type: z.literal('state'),
  at,
  ...origin,
  state: z.enum(['idle', 'starting', 'initializing', 'ready', 'closing', 'closed']),
  code: z.string().optional(),
});

/** What happened to the process of a server; `stdin-ended`, `terminated` and `killed` are the steps of its shutdown. */
const process = z.object({
  type: z.literal('process'),
  at,
  ...origin,
  event: z.enum(['started', 'stdin-ended', 'terminated', 'killed', 'exited', 'failed']),
  pid: z.int().optional(),
  exitCode: z.int().nullable().optional(),
  signal: z.string().nullable().optional(),
  errno: z.string().optional(),
});

/** It wrote to stderr: so many bytes, in so many pieces that came close to each other. */
const stderr = z.object({
  type: z.literal('stderr'),
  at,
  ...origin,
  bytes,
  chunks: count,
  /** From here on only the end of it is kept. */
  truncated: z.literal(true).optional(),
});

/** An answer that nobody waits for. `isLate`: there was such a request once; it has ended. */
const strayAnswer = z.object({
  type: z.literal('stray-answer'),
  at,
  ...origin,
  id: z.number(),
  isLate: z.boolean(),
});

/** A message without an id. */
const notification = z.object({
  type: z.literal('notification'),
  at,
  ...origin,
  direction: z.enum(['to-server', 'from-server']),
  method: z.string(),
  bytes,
});

/** The server asked something of the client. */
const serverRequest = z.object({ type: z.literal('server-request'), at, ...origin, method: z.string(), bytes });

/** What is worth knowing and failed no call. */
const diagnostic = z.object({
  type: z.literal('diagnostic'),
  at,
  serverName: z.string().optional(),
  instanceId: z.string().optional(),
  /** Missing: it is the manager's. */
  kind: z.string().optional(),
  message: z.string(),
});

/** Nothing of the server is left but for so many processes that could not be ended. */
const gone = z.object({ type: z.literal('gone'), at, ...origin, survivors: count, killed: z.boolean() });

/** A server as its manager sees it. */
const serverState = z.object({
  type: z.literal('server-state'),
  at,
  serverName: z.string(),
  state: z.enum(['disabled', 'stopped', 'starting', 'ready', 'stopping', 'backoff', 'quarantined']),
  generation: z.int().nonnegative(),
  code: z.string().optional(),
  message: z.string().optional(),
});

/** A failure that the host reported: see `FailureReport`. `stderr` is the end of what the server wrote: bounded, redacted. */
const failure = z.object({
  type: z.literal('failure'),
  at,
  serverName: z.string().optional(),
  instanceId: z.string().optional(),
  code: z.string(),
  message: z.string(),
  method: z.string().optional(),
  id: z.int().optional(),
  phase: z.string().optional(),
  durationMs: z.number().optional(),
  exitCode: z.int().nullable().optional(),
  signal: z.string().nullable().optional(),
  stderr: z.object({ text: z.string(), truncated: z.boolean() }).optional(),
});

/** So many records could not be written, since what waited to be written was too much. */
const dropped = z.object({ type: z.literal('dropped'), at, count });

export const traceRecord = z.discriminatedUnion('type', [
  request,
  connection,
  state,
  process,
  stderr,
  strayAnswer,
  notification,
  serverRequest,
  diagnostic,
  gone,
  serverState,
  failure,
  dropped,
]);

export type TraceStart = Readonly<z.infer<typeof traceStart>>;
export type TraceRecord = Readonly<z.infer<typeof traceRecord>>;
export type RequestState = (typeof requestStates)[number];
