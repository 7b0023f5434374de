/** Variables by which a program, an interpreter or a package runner loads other code than it would, or finds another one. */
const loaders: readonly string[] = [
  'PATH',
  'PATHEXT',
  'COMSPEC',
  'SHELL',
  'BASH_ENV',
  'ENV',
  'SHELLOPTS',
  'PROMPT_COMMAND',
  'IFS',
  'GCONV_PATH',
  'GLIBC_TUNABLES',
  'OPENSSL_CONF',
  'OPENSSL_ENGINES',
  'OPENSSL_MODULES',
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_REPL_EXTERNAL_MODULE',
  'ELECTRON_RUN_AS_NODE',
  'BUN_OPTIONS',
  'PYTHONPATH',
  'PYTHONHOME',
  'PYTHONSTARTUP',
  'PYTHONUSERBASE',
  'PYTHONPYCACHEPREFIX',
  'PYTHONPLATLIBDIR',
  'PYTHONEXECUTABLE',
  'PYTHONBREAKPOINT',
  'PERL5LIB',
  'PERL5OPT',
  'PERL5DB',
  'RUBYLIB',
  'RUBYOPT',
  'GEM_HOME',
  'GEM_PATH',
  'BUNDLE_GEMFILE',
  'LUA_INIT',
  'LUA_PATH',
  'LUA_CPATH',
  'CLASSPATH',
  'JAVA_TOOL_OPTIONS',
  '_JAVA_OPTIONS',
  'JDK_JAVA_OPTIONS',
  'DOTNET_STARTUP_HOOKS',
  'DOTNET_ADDITIONAL_DEPS',
  'CORECLR_PROFILER',
  'CORECLR_PROFILER_PATH',
  'COR_PROFILER',
  'COR_PROFILER_PATH',
  'PHPRC',
  'PHP_INI_SCAN_DIR',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_EXEC_PATH',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_COUNT',
  'GIT_ASKPASS',
  'GIT_EXTERNAL_DIFF',
  'GIT_PROXY_COMMAND',
  'SSH_ASKPASS',
  'PIP_INDEX_URL',
  'PIP_EXTRA_INDEX_URL',
  'PIP_FIND_LINKS',
  'PIP_CONFIG_FILE',
  'UV_INDEX_URL',
  'UV_EXTRA_INDEX_URL',
  'UV_DEFAULT_INDEX',
  'UV_INDEX',
  'UV_FIND_LINKS',
  'UV_OVERRIDE',
  'UV_PYTHON',
  'UV_CONFIG_FILE',
];

/** All that begin so: the linkers of Linux and macOS, functions for bash, and the settings of npm, which name registries and scripts. */
const loaderPrefixes: readonly string[] = ['LD_', 'DYLD_', 'BASH_FUNC_', 'NPM_CONFIG_'];

/**
 * Whether setting a variable makes a server run other code. A configuration may do that, and whoever approves the server
 * has to see it: to refuse it would also refuse an honest PATH.
 */
export function isLoaderVariable(name: string): boolean {
  const upper = name.toUpperCase();
  return loaders.includes(upper) || loaderPrefixes.some((prefix) => upper.startsWith(prefix));
}

/** Names, at the end or between underscores, of what must not be seen. */
const secretName =
  /(?:^|[_.-])(?:\w{0,64}(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|APIKEY|CREDENTIALS?|COOKIE|AUTH|DSN)|KEY|PAT|PWD|PASS|AUTHORIZATION|CONNECTION_STRING|(?:DATABASE|REDIS|MONGO|MONGODB|POSTGRES|AMQP)_UR[IL])S?$/i;

/** Whether the value of a variable is a secret by its name. A net: a secret by another name goes through. */
export function looksSecret(name: string): boolean {
  const plain = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_');
  return plain.toUpperCase() !== 'PWD' && secretName.test(plain);
}
