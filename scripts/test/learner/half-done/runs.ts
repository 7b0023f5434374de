import type { HalfDone } from './half-done.ts';

/** Functions of lab 13 as learners have them half-way; the changes are to `src/run-process.ts` unless they say otherwise. */
export const halfDoneRuns: readonly HalfDone[] = [
  {
    name: 'a shell reads the arguments, and there is nothing else yet',
    after: '01-start',
    edits: [{ from: 'shell: false', to: 'shell: true' }],
    mistake: 'shell-true',
  },
  {
    name: 'no exit code is taken for 0',
    after: '01-start',
    edits: [
      { from: "exitCode, signal, ending: 'exited' }", to: "exitCode: exitCode ?? 0, signal, ending: 'exited' }" },
    ],
    mistake: 'null-is-zero',
  },
  {
    name: 'the list of names begins with all there are',
    after: '02-environment',
    edits: [
      {
        file: 'src/environment.ts',
        from: 'for (const name of ALLOWED) {',
        to: 'for (const name of [...Object.keys(process.env), ...ALLOWED]) {',
      },
    ],
    mistake: 'whole-environment',
  },
  {
    name: 'the output is as it was shipped: all of it is kept',
    after: '02-environment',
    edits: [],
    mistake: 'no-cap',
  },
  {
    name: 'the output is cut at a byte and decoded as it is',
    after: '03-output',
    edits: [{ file: 'src/capped-output.ts', from: '{ stream: truncated }', to: '{ stream: false }' }],
    mistake: 'cut-inside-character',
  },
  {
    name: 'every ENOENT is a missing program',
    after: '04-failures',
    edits: [
      {
        file: 'src/spawn-failure.ts',
        from: '  if (!isUsableFolder(cwd)) return',
        to: "  if (!isUsableFolder(cwd) && errnoOf(cause) !== 'ENOENT') return",
      },
    ],
    mistake: 'cwd-blamed-on-program',
  },
  {
    name: 'failures are heard of and not caught',
    after: '04-failures',
    edits: [{ from: '    throw spawnFailure(error, { executable, cwd });', to: '    throw error;' }],
    mistake: 'thrown-failure-raw',
  },
  {
    name: 'all but the time-out and the abort is there',
    after: '04-failures',
    edits: [],
    mistake: 'no-timeout',
  },
  {
    name: 'it is asked to leave, and asked again',
    after: '05-timeout',
    edits: [{ from: "signalGroup(child, 'SIGKILL'), run.graceMs)", to: "signalGroup(child, 'SIGTERM'), run.graceMs)" }],
    mistake: 'term-only',
  },
  {
    name: 'it is killed without being asked',
    after: '05-timeout',
    edits: [{ from: "    signalGroup(child, 'SIGTERM'); // asks\n", to: "    signalGroup(child, 'SIGKILL');\n" }],
    mistake: 'kill-at-once',
  },
  {
    name: 'a time-out rejects',
    after: '06-abort',
    edits: [
      {
        from: '  const abortReason: unknown',
        to: "  if (ending === 'timed-out') throw new Error(`timed out after ${run.timeoutMs} ms`);\n  const abortReason: unknown",
      },
    ],
    mistake: 'timeout-rejects',
  },
  {
    name: 'the listener is to remove itself',
    after: '06-abort',
    edits: [
      { from: "addEventListener('abort', onAbort);", to: "addEventListener('abort', onAbort, { once: true });" },
      { from: "    signal?.removeEventListener('abort', onAbort);\n", to: '' },
    ],
    mistake: 'listener-once',
  },
  {
    name: 'a signal that is aborted already is not looked at',
    after: '06-abort',
    edits: [
      {
        from: `  if (signal?.aborted) {
    throw new ProcessError('PROCESS_ABORTED', 'the signal was aborted before the start', { cause: signal.reason });
  }
`,
        to: '',
      },
      { from: "import { ProcessError } from './errors.ts';\n", to: '' },
    ],
    mistake: 'aborted-still-spawns',
  },
  {
    name: 'the reason of the abort is made up',
    after: '06-abort',
    edits: [
      { from: "ending === 'aborted' ? signal?.reason : undefined", to: "ending === 'aborted' ? 'aborted' : undefined" },
    ],
    mistake: 'abort-reason-lost',
  },
];
