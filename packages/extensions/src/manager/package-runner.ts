import { isSecretOption } from '../base/secret-option.ts';
import { programName, unwrapped } from './wrapped-command.ts';

/** A package as a runner is told of it. */
export interface PackageRequest {
  /** As it was written. */
  readonly raw: string;
  readonly name: string;
  /** What stands behind the name: a version, a range, a tag, an address. Undefined: whatever is the latest. */
  readonly spec?: string;
  /** One version, that a registry never gives to other bytes. */
  readonly isPinned: boolean;
}

/** A command line that fetches a package and runs it. */
export interface RunnerCall {
  readonly runner: 'npx' | 'bunx' | 'pnpm dlx' | 'yarn dlx' | 'uvx' | 'pipx run';
  readonly registry: 'npm' | 'pypi';
  /** What is fetched; the first is what is run, unless `command` says otherwise. Never empty. */
  readonly packages: readonly PackageRequest[];
  /** The program of the packages that is run, where it is named beside them. */
  readonly command?: string;
  /** What the program is given. */
  readonly args: readonly string[];
}

interface Runner {
  readonly runner: RunnerCall['runner'];
  readonly registry: RunnerCall['registry'];
  /** Options whose value is the next argument. */
  readonly values: readonly string[];
  /** Of those: ones that name a package to fetch, so that the first word is the command in it. */
  readonly packages: readonly string[];
  /** Of those: more packages, beside the one that is run. */
  readonly extras?: readonly string[];
  /** Of those: a command line. */
  readonly call?: readonly string[];
  /** An option that is not known takes the next word as its value, as npm has it, unless it is one of these. */
  readonly switches?: RegExp;
}

const npx: Runner = {
  runner: 'npx',
  registry: 'npm',
  values: [
    '-p',
    '--package',
    '-c',
    '--call',
    '--cache',
    '--userconfig',
    '--registry',
    '--prefix',
    '-w',
    '--workspace',
    '--loglevel',
  ],
  packages: ['-p', '--package'],
  call: ['-c', '--call'],
  switches:
    /^--?(?:y|yes|no|no-.*|q|quiet|s|silent|d+|verbose|f|force|g|global|h|help|v|version|ws|workspaces|prefer-.*|offline|ignore-.*|foreground-scripts|audit|fund|json|l|long|always-spawn)$/,
};
const bunx: Runner = {
  runner: 'bunx',
  registry: 'npm',
  values: ['-p', '--package', '--cwd'],
  packages: ['-p', '--package'],
};
const pnpmDlx: Runner = {
  runner: 'pnpm dlx',
  registry: 'npm',
  values: ['--package', '--allow-build', '-C', '--dir', '--reporter', '--loglevel', '-F', '--filter'],
  packages: ['--package'],
};
const yarnDlx: Runner = {
  runner: 'yarn dlx',
  registry: 'npm',
  values: ['-p', '--package', '--cwd'],
  packages: ['-p', '--package'],
};
const uvx: Runner = {
  runner: 'uvx',
  registry: 'pypi',
  values: (
    '--from --with --with-editable --with-requirements -p --python --index --index-url --extra-index-url ' +
    '--default-index -i -f --find-links -c --constraints --env-file --directory --project --cache-dir ' +
    '--config-file --python-platform --refresh-package -P'
  ).split(' '),
  packages: ['--from'],
  extras: ['--with'],
};
const pipxRun: Runner = {
  runner: 'pipx run',
  registry: 'pypi',
  values: ['--spec', '--python', '--index-url', '-i', '--pip-args', '--fetch-missing-python', '--with'],
  packages: ['--spec'],
  extras: ['--with'],
};

/** Program, and the words that make it a runner. */
const runners: readonly (readonly [program: string, words: readonly string[], runner: Runner])[] = [
  ['npx', [], npx],
  ['npm', ['exec'], npx],
  ['npm', ['x'], npx],
  ['bunx', [], bunx],
  ['bun', ['x'], bunx],
  ['pnpm', ['dlx'], pnpmDlx],
  ['pnpx', [], pnpmDlx],
  ['yarn', ['dlx'], yarnDlx],
  ['uvx', [], uvx],
  ['uv', ['tool', 'run'], uvx],
  ['pipx', ['run'], pipxRun],
];

/**
 * Whether a command line fetches the package that it runs, and which. Also through `cmd /c`, as configurations for Windows
 * have it, and `env`. Pure: looks at no file, and runs nothing. Such a server may take its time at the first start
 * (artokun/comfyui-mcp#1447), and what it runs can change while its configuration stays.
 */
export function runnerOf(executable: string, args: readonly string[]): RunnerCall | undefined {
  const inner = unwrapped({ executable, args });
  if (inner !== undefined) return runnerOf(inner.executable, inner.args);
  const program = programName(executable);
  for (const [name, words, runner] of runners) {
    const rest = name === program ? withoutWords(words, runner, args) : undefined;
    if (rest !== undefined) return readCall(runner, rest);
  }
  return undefined;
}

/** The command line without the words that make it a runner; options may stand before them, as in `pnpm --package=a dlx b`. */
function withoutWords(
  words: readonly string[],
  runner: Runner,
  args: readonly string[],
): readonly string[] | undefined {
  const options: string[] = [];
  let at = 0;
  for (const word of words) {
    for (let argument = args[at]; argument?.startsWith('-') === true && argument !== '--'; argument = args[at]) {
      const count = !argument.includes('=') && takesValue(runner, argument, args[at + 1]) ? 2 : 1;
      options.push(...args.slice(at, at + count));
      at += count;
    }
    if (args[at] !== word) return undefined;
    at += 1;
  }
  return [...options, ...args.slice(at)];
}

function readCall(runner: Runner, args: readonly string[]): RunnerCall | undefined {
  const named: string[] = [];
  const extras: string[] = [];
  let command: string | undefined;
  let call: string | undefined;
  let at = 0;
  for (; at < args.length && command === undefined; at += 1) {
    const argument = args[at] ?? '';
    const next = args[at + 1];
    if (argument === '--') command = args[(at += 1)];
    else if (!argument.startsWith('-')) command = argument;
    else {
      const [, option = argument, joined] = /^(--?[^=]+)=(.*)$/s.exec(argument) ?? [];
      const takesNext = joined === undefined && takesValue(runner, option, next);
      const value = joined ?? (takesNext ? next : undefined);
      if (takesNext) at += 1;
      if (value === undefined) continue;
      if (runner.packages.includes(option)) named.push(value);
      else if (runner.extras?.includes(option) === true) extras.push(value);
      else if (runner.call?.includes(option) === true) call = value.trim().split(/\s+/)[0];
    }
  }
  command ??= call;
  const [first, ...others] = named.length > 0 ? named : command === undefined ? [] : [command];
  if (first === undefined || first === '') return undefined;
  const packages = [first, ...others, ...extras].map((raw) =>
    runner.registry === 'npm' ? npmRequest(raw) : pypiRequest(raw),
  );
  const { runner: name, registry } = runner;
  const plain: RunnerCall = { runner: name, registry, packages, args: args.slice(at) };
  return named.length > 0 && command !== undefined ? { ...plain, command } : plain;
}

function takesValue({ values, switches }: Runner, option: string, next: string | undefined): boolean {
  if (values.includes(option) || isSecretOption(option)) return true;
  return switches !== undefined && !switches.test(option) && next !== undefined && !next.startsWith('-');
}

/** `name`, `@scope/name`, each with `@` and a version, range or tag; anything else is an address or a folder. */
function npmRequest(raw: string): PackageRequest {
  const [, name, spec] = /^((?:@[^/@\s]+\/)?[^/@:\s]+)(?:@(.*))?$/s.exec(raw) ?? [];
  if (name === undefined || name.startsWith('.')) return { raw, name: raw, spec: raw, isPinned: false };
  if (spec === undefined || spec === '') return { raw, name, isPinned: false };
  return { raw, name, spec, isPinned: /^[v=]*\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(spec) };
}

/** `name`, `name[extra]`, each with `==1.2`, `@1.2`, or another specifier (PEP 508). */
function pypiRequest(raw: string): PackageRequest {
  const [, name, spec] = /^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*(.*)$/s.exec(raw) ?? [];
  if (name === undefined || /[/:]/.test(spec?.split('@')[0] ?? ''))
    return { raw, name: raw, spec: raw, isPinned: false };
  if (spec === undefined || spec === '') return { raw, name, isPinned: false };
  return { raw, name, spec, isPinned: /^(?:==|@)\s*\d[\w.!+]*$/.test(spec) };
}
