import { expect, test } from 'vitest';
import { homeFolder } from '../../src/stdio/home-folder.ts';

const unknown = (): string => {
  throw new Error('ENOENT: no such account');
};

test.each([
  ['what the environment says', [() => '/home/ada', unknown], '/home/ada'],
  ['an empty HOME is none', [() => '', () => '/home/ada'], '/home/ada'],
  ['a relative HOME is none', [() => '.', () => '/home/ada'], '/home/ada'],
  ['nobody knows', [unknown, unknown], '/'],
  ['nobody says anything of use', [() => '', () => 'home'], '/'],
])('%s', (_what, sources, folder) => {
  expect(homeFolder(sources)).toBe(folder);
});
