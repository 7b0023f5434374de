import type { BrokenDouble } from './broken-double.ts';

/** Mistakes in reading a configuration. */
export const brokenConfigDoubles: readonly BrokenDouble[] = [
  {
    id: 'M-01',
    name: 'one bad entry loses the others',
    file: 'manager/config-notes.ts',
    from: 'this.problemCount += 1;',
    to: "throw new Error('bad entry');",
  },
  {
    id: 'M-01',
    name: 'a pasted block is trusted with what it asks for',
    file: 'manager/entry-members.ts',
    from: "grantingFields.includes(field) && context.dialect !== 'own'",
    to: 'false',
  },
  {
    id: 'M-01',
    name: 'a disabled server is enabled by another spelling',
    file: 'manager/field-readers.ts',
    from: '?? !values.includes(false)',
    to: '?? values[0]',
  },
  {
    id: 'M-01',
    name: 'a bare timeout counts milliseconds, whoever wrote it',
    file: 'manager/timeout-units.ts',
    from: "?? (bareUnit === 'unknown' ? undefined : bareUnit)",
    to: "?? 'milliseconds'",
  },
  {
    id: 'M-01',
    name: 'a time that no timer can wait is taken',
    file: 'base/deadline.ts',
    from: 'maxTimerMs = 2 ** 31 - 1',
    to: 'maxTimerMs = Number.MAX_SAFE_INTEGER',
  },
  {
    id: 'M-01',
    name: 'code is loaded unseen',
    file: 'manager/check-server.ts',
    from: 'if (value === null || !isLoaderVariable(name)) continue;',
    to: 'continue;',
  },
  {
    id: 'M-01',
    name: 'a command line is taken for a program',
    file: 'manager/check-server.ts',
    from: 'if (!/\\s/.test(executable) || args.length > 0) return;',
    to: 'return;',
  },
  {
    id: 'M-01',
    name: 'of two servers of one name the last one wins in silence',
    file: 'manager/read-servers.ts',
    from: 'if ((counts.get(name) ?? 0) > 1) {',
    to: 'if (false) {',
  },
  {
    id: 'M-01',
    name: 'a missing variable is empty',
    file: 'manager/variables.ts',
    from: 'if (value === undefined) return { missing:',
    to: "if (value === undefined) return { value: '', isSecret: false, missing_:",
  },
  {
    id: 'M-01',
    name: 'a list as a command is not understood',
    file: 'manager/own-form.ts',
    from: 'if (!Array.isArray(own.command)) return;',
    to: 'return;',
  },
  {
    id: 'C-02',
    name: 'two starts share one environment',
    file: 'manager/expand-server.ts',
    from: 'const host = { ...(context.host ?? process.env) };',
    to: 'const host = Object.assign(process.env, context.host);',
  },
  {
    id: 'C-03',
    name: 'a server of a configuration works where the host does',
    file: 'manager/expand-server.ts',
    from: 'cwd: cwd === undefined ? source.folder :',
    to: 'cwd: cwd === undefined ? process.cwd() :',
  },
];
