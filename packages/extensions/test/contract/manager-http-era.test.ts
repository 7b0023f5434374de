import { expect } from 'vitest';
import { answerBy, legacyHttp, modernHttp } from '../support/http-client.ts';
import type { Answer } from '../support/http-server.ts';
import { httpManager } from '../manager/support/http-manager.ts';
import { failureIn, outcomeOf } from '../manager/support/manager-bench.ts';
import { httpConfig } from '../manager/support/server-configs.ts';
import { verifies } from './verifies.ts';

const echo = { server: 'remote', tool: 'echo' };

/** A server that may be exchanged for another one, or refuse everything by a status. */
function changing(first: Answer): { answer: Answer; becomes: (next: Answer) => void } {
  let now = first;
  return { answer: (received, response) => now(received, response), becomes: (next) => (now = next) };
}

const status =
  (code: number): Answer =>
  (_, response) =>
    response.writeHead(code).end();

verifies('M-02', 'the era of a server over HTTP is found out once for all at its place', async (context) => {
  const bench = await httpManager(context, answerBy(legacyHttp));
  const { manager, server, asked } = bench;
  await outcomeOf(bench, manager.call(echo));
  manager.stop('remote');
  await outcomeOf(bench, manager.call(echo));
  expect(asked().filter((method) => method === 'server/discover')).toHaveLength(1);

  const two = await httpManager(context, answerBy(legacyHttp), {
    options: {
      servers: ['one', 'two'].map((name) =>
        httpConfig({ url: `${server.url}/${name}` }, { name, permission: 'execute' }),
      ),
    },
  });
  const before = asked().length;
  await outcomeOf(two, two.manager.call({ server: 'one', tool: 'echo' }));
  await outcomeOf(two, two.manager.call({ server: 'two', tool: 'echo' }));
  expect(
    asked()
      .slice(before)
      .filter((method) => method === 'server/discover'),
  ).toHaveLength(1);
});

for (const [from, to] of [
  ['legacy', 'modern'],
  ['modern', 'legacy'],
] as const) {
  verifies('M-02', `a ${from} server that is a ${to} one by now is asked anew, in the same start`, async (context) => {
    const [was, is] = from === 'legacy' ? [legacyHttp, modernHttp] : [modernHttp, legacyHttp];
    const server = changing(answerBy(was));
    const bench = await httpManager(context, server.answer);
    const { manager } = bench;
    await outcomeOf(bench, manager.call(echo));
    expect(manager.status().servers).toMatchObject([{ era: from, generation: 1 }]);
    server.becomes(answerBy(is));
    manager.stop('remote');
    expect(await outcomeOf(bench, manager.call(echo))).toMatchObject({ text: 'echoed' });
    expect(manager.status().servers).toMatchObject([{ era: to, generation: 2, failures: 0 }]);
  });
}

for (const code of [401, 403, 429, 502]) {
  verifies('M-02', `HTTP ${code} says nothing of an era: what was known is known still`, async (context) => {
    const server = changing(answerBy(legacyHttp));
    const bench = await httpManager(context, server.answer);
    const { manager, asked, clock } = bench;
    await outcomeOf(bench, manager.call(echo));
    manager.stop('remote');
    server.becomes(status(code));
    expect(await failureIn(bench, manager.call(echo))).toMatchObject({ httpStatus: code });
    await clock.settle();
    await clock.advance(30_000);
    server.becomes(answerBy(legacyHttp));
    expect(await outcomeOf(bench, manager.call(echo))).toMatchObject({ text: 'echoed' });
    expect(asked().filter((method) => method === 'server/discover')).toHaveLength(1);
  });
}
