import { expect, test, vi } from 'vitest';
import { expandServer } from '../../src/manager/expand-server.ts';
import { identify } from '../../src/manager/identity.ts';
import { serverConfig } from './support/server-config.ts';

// As the system does for a number that no account has, in a container that runs as any user, when HOME is not set.
vi.mock('node:os', async (original) => ({
  ...(await original<object>()),
  homedir: () => {
    throw new Error('ENOENT: no such file or directory, uv_os_homedir');
  },
  userInfo: () => {
    throw new Error('ENOENT: no such file or directory, uv_os_get_passwd');
  },
}));

test('a host whose account has no home folder knows what its servers are, and starts them', async () => {
  const config = serverConfig('files', { server: { executable: process.execPath, args: ['~/server.js'] } });
  await expect(identify(config, {})).resolves.toMatchObject({ executable: process.execPath });
  const { target } = await expandServer(config);
  expect(target).toMatchObject({ options: { args: [expect.stringMatching(/^[/\\]+server\.js$/)] } });
});
