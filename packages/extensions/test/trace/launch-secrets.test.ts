import { expect, test } from 'vitest';
import { httpSecrets } from '../../src/manager/expand-http.ts';
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

test.each([
  ['a parameter', 'https://x.test/mcp?mode=full&api_key=k1&team=of-the-team', ['k1', 'of-the-team']],
  ['one that is encoded', 'https://x.test/?key=a%2Fb+c', ['a%2Fb+c', 'a/b c']],
  ['a password', 'https://ada:p%40ss@x.test/', ['p%40ss', 'p@ss', 'ada:p%40ss']],
  ['no address', 'not ${THERE}', []],
])('what a server is reached with: %s', (_what, url, secrets) => {
  expect(launchSecrets({ url }, {})).toEqual(secrets);
  expect(httpSecrets({ kind: 'http', url, headers: {} })).toEqual(secrets);
});

test('headers of a server that is reached, also those that variables hold', () => {
  const server = {
    url: 'https://x.test',
    headers: { A: 'Bearer x1' },
    headersFromEnv: { B: 'VB' },
    bearerTokenEnv: 'VC',
  };
  expect(launchSecrets(server, { VB: 'x2', VC: 'x3', VD: 'x4' })).toEqual(['Bearer x1', 'x1', 'x2', 'x2', 'x3', 'x3']);
});
