import { expect, test } from 'vitest';
import { launchSecrets } from '../../src/trace/launch-secrets.ts';

test.each([
  ['an option that says so', ['--token', 'x1', '--api-key=x2', '--api_key', 'x3'], ['x1', 'x2', 'x3']],
  ['a variable for a container', ['run', '-e', 'LEVEL=x1', '--env', 'A=x2=x3', '--env=B=x4'], ['x1', 'x2=x3', 'x4']],
  ['a variable that is passed on has none', ['-e', 'GITHUB_TOKEN', '--env=LEVEL'], []],
  [
    'a header, also without its scheme',
    ['-H', 'X-Key: x1', '--header=Authorization:Bearer x2'],
    ['x1', 'x1', 'Bearer x2', 'x2'],
  ],
  ['whatever has such a name', ['API_KEY=x1', 'db_password=x2', 'level=3', '--level=4'], ['x1', 'x2']],
])('what a server was started with: %s', (_what, args, secrets) => {
  expect(launchSecrets({ args }, {})).toEqual(secrets);
});

test('the values of its variables, those that it inherits too', () => {
  expect(
    launchSecrets({ env: { A: 'of the entry' }, inheritEnv: ['B'] }, { B: 'of the host', C: 'x' }).toSorted(),
  ).toEqual(['of the entry', 'of the host']);
});
