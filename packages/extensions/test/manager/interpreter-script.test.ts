import { describe, expect, it } from 'vitest';
import { scriptsOf } from '../../src/manager/interpreter-script.ts';
import { programName } from '../../src/manager/wrapped-command.ts';

/** A command line, and the code that it runs: a file, `folder|file`, or `module:name`. */
const table: readonly (readonly [line: string, ...code: string[]])[] = [
  ['node server.js --port 1', 'server.js'],
  ['node --enable-source-maps -- server.js', 'server.js'],
  ['/usr/bin/node -r dotenv/config server.js', 'module:dotenv/config', 'server.js'],
  ['node --require=./hook.js --import ./loader.mjs server.js', './hook.js', './loader.mjs', 'server.js'],
  ['node --import file:///opt/a%20b.mjs server.js', '/opt/a b.mjs', 'server.js'],
  ['node --conditions development server.js', 'server.js'],
  ['node -e code server.js'],
  ['node --eval=code'],
  ['node -r ./hook.js -e code', './hook.js'],
  ['node -'],
  ['node'],
  ['node --inspect'],
  ['tsx watch src/server.ts', 'src/server.ts'],
  ['tsx --tsconfig a.json src/server.ts', 'src/server.ts'],
  ['python3.12 -u server.py', 'server.py'],
  ['python -m mcp_server --x', 'module:mcp_server'],
  ['python3 -um mcp_server', 'module:mcp_server'],
  ['python3 -c code server.py'],
  ['python -X dev -W error server.py', 'server.py'],
  ['uv --directory /srv/weather run server.py', '/srv/weather|server.py'],
  ['uv run --with mcp server.py', 'server.py'],
  ['uv run -m weather', 'module:weather'],
  ['uv sync'],
  ['deno run -A server.ts', 'server.ts'],
  ['deno server.ts', 'server.ts'],
  ['bun run index.ts', 'index.ts'],
  ['bun --cwd /srv index.ts', '/srv|index.ts'],
  ['ruby -I lib server.rb', 'server.rb'],
  ['perl -e code'],
  ['php -f server.php', 'server.php'],
  ['php -r code'],
  ['bash start.sh', 'start.sh'],
  ['sh -c code'],
  ['java -Xmx1g -jar server.jar', 'server.jar'],
  ['java -cp a.jar'],
  ['dotnet Server.dll', 'Server.dll'],
  ['some-server config.json'],
  ['python3 -mmcp_server --x', 'module:mcp_server'],
  ['python3 -umsync', 'module:sync'],
  ['python3 -cprint(1) server.py'],
  ['uv run --extra cli server.py', 'server.py'],
  ['uv run --package app --group dev server.py', 'server.py'],
  ['env node server.js', 'server.js'],
  ['/usr/bin/env -i A=1 B=2 node server.js', 'server.js'],
  ['env -u A --chdir /srv python server.py', 'server.py'],
  ['env -S node -r ./hook.js server.js', './hook.js', 'server.js'],
  ['env --split-string=node server.js', 'server.js'],
  ['env A=1 env B=2 node server.js', 'server.js'],
  ['env A=1'],
  ['cmd /c node server.js', 'server.js'],
];

describe('the code that an interpreter is told to run', () => {
  it.each(table)('of %s', (line, ...code) => {
    const [executable = '', ...args] = line.split(' ');
    const found = scriptsOf(executable, args).map((use) =>
      use.kind === 'module' ? `module:${use.name}` : [use.folder, use.path].filter(Boolean).join('|'),
    );
    expect(found).toEqual(code);
  });

  it('is known by the name of the program, whatever Windows makes of it', () => {
    expect(['C:\\nodejs\\Node.EXE', '/usr/bin/node', 'node', 'NODE.cmd'].map(programName)).toEqual(
      Array(4).fill('node'),
    );
    expect(scriptsOf('C:\\Python\\python.exe', ['C:\\srv\\server.py'])).toEqual([
      { kind: 'file', path: 'C:\\srv\\server.py' },
    ]);
  });
});
