/** What a verification ends with, for scripts. */
export const exitCode = {
  verified: 0,
  content: 1,
  usage: 2,
  couldNotTell: 3,
  flaky: 4,
  limits: 5,
  canary: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** When several apply, the first of these wins: what makes the other answers worthless comes first. */
const precedence: readonly ExitCode[] = [
  exitCode.interrupted,
  exitCode.canary,
  exitCode.couldNotTell,
  exitCode.usage,
  exitCode.limits,
  exitCode.flaky,
  exitCode.content,
];

/** The one exit code for all that was found; `0` when nothing was. */
export function worstOf(codes: readonly ExitCode[]): ExitCode {
  return precedence.find((code) => codes.includes(code)) ?? exitCode.verified;
}

/** The word beside the number, in reports. */
export const verdictWord: Readonly<Record<ExitCode, string>> = {
  0: 'verified',
  1: 'content error',
  2: 'usage or manifest error',
  3: 'could not tell',
  4: 'flaky',
  5: 'over a limit, or processes left',
  70: 'the verifier failed its own canaries',
  130: 'interrupted',
};
