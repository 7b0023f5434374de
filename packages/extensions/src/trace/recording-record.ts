import { z } from 'zod';
import { errorCodes } from '../errors.ts';

/**
 * The format of a recording: what went over one client's connections, a JSON object a line, in the order in which it did. The
 * first line is a `recording`. A reader skips lines of types that it does not know, and members that it does not know; a
 * change that an older reader would misunderstand counts `recordingFormat` up.
 */
export const recordingFormat = 1;

const bytes = z.int().nonnegative();
const count = z.int().nonnegative();

/** Milliseconds since the recording began, and which connection: a client that starts its server anew has a second one. */
const place = { at: z.number().nonnegative(), connection: z.int().positive() };

export const recordingStart = z.object({
  type: z.literal('recording'),
  formatVersion: z.literal(recordingFormat),
  /** ISO 8601, UTC. */
  startedAt: z.iso.datetime(),
  producer: z.object({ name: z.string(), version: z.string() }),
  /** `masked`: of what is somebody's own nothing is left but its length. `kept`: it is there, without known secrets. */
  content: z.enum(['masked', 'kept']),
});

/** `isHttp`: over HTTP; else over stdio. */
const opened = z.object({ type: z.literal('opened'), ...place, isHttp: z.literal(true).optional() });

/** One line, without its newline. */
const frame = z
  .object({
    type: z.literal('frame'),
    ...place,
    from: z.enum(['client', 'server']),
    /** The line as a value, where its JSON is the line again; */
    message: z.unknown().optional(),
    /** else the line. */
    line: z.string().optional(),
    /** As it came over the wire. */
    bytes,
    /** It was too long to be kept: what follows cannot be replayed. */
    isCut: z.literal(true).optional(),
    /** Its bytes were no UTF-8; each U+FFFD stands for some of them. */
    invalidUtf8: z.literal(true).optional(),
  })
  .refine(({ message, line, isCut }) => [message, line, isCut].filter((one) => one !== undefined).length === 1, {
    error: 'a frame has a message, or a line, or isCut',
  });

/** No answer came to a request of the client's, and why: over HTTP each has a way of its own. */
const unanswered = z.object({
  type: z.literal('unanswered'),
  ...place,
  id: z.int(),
  code: z.enum(errorCodes),
  message: z.string(),
  outcome: z.enum(['not-sent', 'unknown']).optional(),
  errno: z.string().optional(),
  httpStatus: z.int().optional(),
  retryAfterMs: z.number().nonnegative().optional(),
});

/** What happened to the process, as `ProcessEvent`; which number it had is not said. */
const process = z.object({
  type: z.literal('process'),
  ...place,
  event: z.enum(['started', 'stdin-ended', 'terminated', 'killed', 'exited', 'failed', 'stderr', 'stderr-truncated']),
  exitCode: z.int().nullable().optional(),
  signal: z.string().nullable().optional(),
  errno: z.string().optional(),
  bytes: bytes.optional(),
});

/** What the transport said that fails no call. */
const diagnostic = z.object({
  type: z.literal('diagnostic'),
  ...place,
  kind: z.enum(['process', 'handler-failed', 'noise', 'malformed', 'invalid-utf8']),
  message: z.string(),
});

/** The connection is over. */
const end = z.object({
  type: z.literal('end'),
  ...place,
  code: z.enum([
    'MCP_PROCESS_EXIT',
    'MCP_SPAWN_FAILED',
    'MCP_MESSAGE_TOO_LARGE',
    'MCP_SESSION_EXPIRED',
    'MCP_CONNECTION_FAILED',
    'MCP_HTTP_ERROR',
    'MCP_UNAUTHORIZED',
    'MCP_PROTOCOL_ERROR',
    'CLIENT_CLOSED',
  ]),
  message: z.string(),
  exitCode: z.int().nullable().optional(),
  signal: z.string().nullable().optional(),
  errno: z.string().optional(),
  httpStatus: z.int().optional(),
  stderr: z.object({ text: z.string(), truncated: z.boolean() }).optional(),
});

/** The client closes the connection; and what was left then. */
const closing = z.object({ type: z.literal('closing'), ...place });
const closed = z.object({ type: z.literal('closed'), ...place, survivors: count, killed: z.boolean() });

/** Here `count` records are missing. `busy`: too many waited to be written. `full`: the recording is as long as it may be. */
const gap = z.object({ type: z.literal('gap'), at: z.number().nonnegative(), reason: z.enum(['busy', 'full']), count });

export const recordingRecord = z.discriminatedUnion('type', [
  opened,
  frame,
  unanswered,
  process,
  diagnostic,
  end,
  closing,
  closed,
  gap,
]);

export type RecordingStart = Readonly<z.infer<typeof recordingStart>>;
export type RecordingRecord = Readonly<z.infer<typeof recordingRecord>>;
/** A record of one type. */
export type RecordOf<T extends RecordingRecord['type']> = Extract<RecordingRecord, { readonly type: T }>;
