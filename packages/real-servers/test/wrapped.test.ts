import { expect, it } from 'vitest';
import { errorOf } from './support/error-of.ts';
import { deferred } from './support/deferred.ts';
import { everything, written } from './support/programs.ts';
import { openSession } from './support/session.ts';

it('a server behind a runner is gone with it, also in the middle of a long call', async (context) => {
  const { client, processes, close } = await openSession(context, written('runner.mjs', ...everything.args));
  expect(processes()).toHaveLength(2);
  const isUnderWay = deferred<unknown>();
  const options = { onProgress: isUnderWay.resolve };
  const call = errorOf(client.callTool('trigger-long-running-operation', { duration: 600, steps: 30_000 }, options));
  await isUnderWay.promise;
  await close();
  expect((await call).code).toBe('CLIENT_CLOSED');
});
