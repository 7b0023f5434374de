import { z } from 'zod';

const number = z.int().positive();

/**
 * Which line of the server: the `frame`th of a connection (from 1), or the `nth` (default 1) of those that fit all of the
 * others. `method` and `tool` are those of the request that it answers, else its own.
 */
const frameChoice = z
  .strictObject({
    /** Default: the first. */
    connection: number.optional(),
    frame: number.optional(),
    kind: z.enum(['answer', 'notification', 'request', 'other']).optional(),
    method: z.string().optional(),
    tool: z.string().optional(),
    nth: number.optional(),
  })
  .refine(({ frame, kind, method, tool }) => [frame, kind, method, tool].some((one) => one !== undefined), {
    error: 'it should choose a line by frame, kind, method or tool',
  });

/** One thing that goes wrong. Plain data: a list of faults may be a file. */
export const fault = z.discriminatedUnion('fault', [
  /** It never comes. */
  z.strictObject({ fault: z.literal('drop'), at: frameChoice }),
  /** It comes so many milliseconds of the client's clock later; others overtake it. */
  z.strictObject({
    fault: z.literal('delay'),
    at: frameChoice,
    ms: z
      .int()
      .min(1)
      .max(2 ** 31 - 1),
  }),
  /** It comes when `after` has come, or should have. */
  z.strictObject({ fault: z.literal('hold'), at: frameChoice, after: frameChoice }),
  /** It comes so many times in a row; default 2. */
  z.strictObject({ fault: z.literal('duplicate'), at: frameChoice, times: z.int().min(2).max(1_000).optional() }),
  /** A newline comes after so many bytes of it, and its rest as the next line, or never. */
  z.strictObject({
    fault: z.literal('cut'),
    at: frameChoice,
    byte: z.int().nonnegative(),
    rest: z.enum(['next-line', 'never']),
  }),
  /** In its place the server ends, after so many bytes of it; default none, and exit code 1. */
  z.strictObject({
    fault: z.literal('crash'),
    at: frameChoice,
    byte: z.int().nonnegative().optional(),
    exitCode: z.int().nullable().optional(),
    signal: z.string().nullable().optional(),
  }),
  /** It changes places with another line. An answer still waits for its request. */
  z.strictObject({ fault: z.literal('reorder'), at: frameChoice, with: frameChoice }),
]);

export type FrameChoice = Readonly<z.infer<typeof frameChoice>>;
export type Fault = Readonly<z.infer<typeof fault>>;
