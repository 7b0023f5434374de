import { isSecretOption } from '../base/secret-option.ts';
import { programName, unwrapped } from './wrapped-command.ts';

/** Code that an interpreter is told to run by its command line. */
export type ScriptUse =
  /** A file, relative to `folder` or else to the working directory. */
  | { readonly kind: 'file'; readonly path: string; readonly folder?: string }
  /** A module by name: which file that is, only the interpreter knows. */
  | { readonly kind: 'module'; readonly name: string };

interface Interpreter {
  readonly names: RegExp;
  /** Options whose value is the next argument. */
  readonly values?: readonly string[];
  /** Of those: ones that load a file before the script. */
  readonly preloads?: readonly string[];
  /** Of those: ones that say where relative paths begin. */
  readonly folders?: readonly string[];
  /** What follows is code itself: it is in the configuration, and there is no script. */
  readonly code?: RegExp;
  /** What follows is the name of a module. */
  readonly module?: RegExp;
  /** The same in one argument: the name is its first group. */
  readonly joinedModule?: RegExp;
  /** What follows is the script. */
  readonly script?: readonly string[];
  /** Words before the script. Without one of them there is no script, unless `bare`. */
  readonly commands?: readonly string[];
  readonly bare?: boolean;
}

const node: Interpreter = {
  names: /^(?:node|nodejs|tsx|ts-node|esno|jiti)$/,
  values: (
    '-r --require --import --loader --experimental-loader -C --conditions --env-file ' +
    '--env-file-if-exists --input-type --title --openssl-config --icu-data-dir --tsconfig ' +
    '--diagnostic-dir --redirect-warnings --watch-path --max-http-header-size --inspect-port'
  ).split(' '),
  preloads: ['-r', '--require', '--import', '--loader', '--experimental-loader'],
  code: /^(?:-e|-p|-pe|--eval|--print)$/,
  commands: ['watch'],
  bare: true,
};

const interpreters: readonly Interpreter[] = [
  node,
  {
    names: /^(?:python|pypy)[\d.]*w?$/,
    values: ['-W', '-X', '--check-hash-based-pycs'],
    code: /^-(?:[A-Za-z]*c$|[bBdEhiIOPqsSuvx]*c)/,
    module: /^-[A-Za-z]*m$/,
    joinedModule: /^-[bBdEhiIOPqsSuvx]*m(.+)$/s,
  },
  {
    names: /^uv$/,
    values: (
      '--directory --project --with --with-editable --with-requirements -p --python --env-file --extra --no-extra ' +
      '--group --no-group --only-group --package --index --index-url -i --extra-index-url --default-index ' +
      '--find-links -f --cache-dir --config-file --config-setting -C --upgrade-package -P --refresh-package ' +
      '--reinstall-package --resolution --prerelease --fork-strategy --exclude-newer --link-mode --color ' +
      '--python-platform --index-strategy --keyring-provider --allow-insecure-host --no-binary-package ' +
      '--no-build-package --no-build-isolation-package'
    ).split(' '),
    folders: ['--directory'],
    module: /^(?:-m|--module)$/,
    commands: ['run'],
  },
  {
    names: /^deno$/,
    values: ['-c', '--config', '--import-map', '--lock', '--location', '--cert', '--seed'],
    commands: ['run', 'serve'],
    bare: true,
  },
  {
    names: /^bun$/,
    values: ['-r', '--preload', '--cwd', '-c', '--config', '--env-file', '--tsconfig-override', '-l', '--loader'],
    preloads: ['-r', '--preload'],
    folders: ['--cwd'],
    code: /^(?:-e|-p|--eval|--print)$/,
    commands: ['run'],
    bare: true,
  },
  { names: /^ruby[\d.]*$/, values: ['-r', '-I', '-C', '-E'], code: /^-[A-Za-z]*e$/ },
  { names: /^perl[\d.]*$/, values: ['-I'], code: /^-[A-Za-z]*[eE]$/ },
  { names: /^php[\d.]*$/, values: ['-d', '-c', '-z'], script: ['-f'], code: /^-[rBR]$/ },
  { names: /^(?:ba|da|z|k)?sh$/, values: ['-o', '-O', '+o', '--rcfile', '--init-file'], code: /^-[A-Za-z]*c$/ },
  {
    names: /^java$/,
    values: ['-cp', '-classpath', '--class-path', '-p', '--module-path', '--add-modules', '-m', '--module'],
    script: ['-jar'],
  },
  { names: /^dotnet$/, commands: ['exec'], bare: true },
];

/**
 * The files and modules that a known interpreter is told to run: its preloads, and the script, which is the first argument
 * that is no option. Also behind `env` and `cmd /c`. Empty for other programs, and when the code stands in the arguments
 * themselves (`node -e`). Pure: looks at no file.
 */
export function scriptsOf(executable: string, args: readonly string[]): readonly ScriptUse[] {
  const inner = unwrapped({ executable, args });
  if (inner !== undefined) return scriptsOf(inner.executable, inner.args);
  const name = programName(executable);
  const interpreter = interpreters.find(({ names }) => names.test(name));
  return interpreter === undefined ? [] : readArguments(interpreter, args);
}

function readArguments(interpreter: Interpreter, args: readonly string[]): ScriptUse[] {
  const {
    values = [],
    preloads = [],
    folders = [],
    script = [],
    commands = [],
    code,
    module,
    joinedModule,
  } = interpreter;
  const found: ScriptUse[] = [];
  let folder: string | undefined;
  let isCommand = commands.length === 0 || interpreter.bare === true;
  const file = (path: string): ScriptUse => ({ kind: 'file', path, ...(folder === undefined ? {} : { folder }) });
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at] ?? '';
    const isOption = argument.startsWith('-') && argument !== '-';
    if (!isOption || argument === '--') {
      const word = argument === '--' ? args[at + 1] : argument;
      if (word !== undefined && word === argument && commands.includes(word)) {
        isCommand = true;
        continue;
      }
      return isCommand && word !== undefined && word !== '-' ? [...found, file(word)] : found;
    }
    const [, option = argument, joined] = /^(--[^=]+)=(.*)$/s.exec(argument) ?? [];
    const next = args[at + 1];
    const [, name] = joinedModule?.exec(argument) ?? [];
    if (name !== undefined) return [...found, { kind: 'module', name }];
    if (code?.test(option) === true) return found;
    if (module?.test(option) === true) return [...found, { kind: 'module', name: joined ?? next ?? '' }];
    if (script.includes(option)) return next === undefined ? found : [...found, file(next)];
    // A secret must not be taken for the name of a file.
    if (!values.includes(option) && !isSecretOption(option)) continue;
    const value = joined ?? next;
    if (joined === undefined) at += 1;
    if (value === undefined) break;
    if (folders.includes(option)) folder = value;
    if (preloads.includes(option))
      found.push(isFilePath(value) ? file(pathOf(value)) : { kind: 'module', name: value });
  }
  return found;
}

/** A bare name is a package; only the interpreter knows where. */
function isFilePath(value: string): boolean {
  return /^(?:\.{0,2}[\\/]|[A-Za-z]:[\\/]|file:)/.test(value);
}

/** A URL that cannot be read stays as it is: then there is no such file. */
function pathOf(value: string): string {
  if (!value.startsWith('file:')) return value;
  try {
    return decodeURIComponent(new URL(value).pathname);
  } catch {
    return value;
  }
}
