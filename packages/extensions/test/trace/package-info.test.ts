import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageInfo } from '../../src/base/package-info.ts';

test('the package calls itself what its manifest says', () => {
  const { name, version } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as typeof packageInfo;
  expect(packageInfo).toEqual({ name, version });
});
