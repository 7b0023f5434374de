import { descendantsOf } from '@coding-agent/fixture-servers/testing';
import { describe, expect, test } from 'vitest';
import { expectGone, fixture } from './support/fixture.ts';
import { runInMemory } from './support/in-memory.ts';
import { startDemo } from './support/run-demo.ts';

describe('E-01: nothing is left running', () => {
  const isReceived = ({ event }: { event: string }): boolean => event === 'received';
  const started = { deadlineMs: 40_000 };

  test.each([
    ['SIGINT', 'silent'],
    ['SIGTERM', 'silent'],
    ['SIGHUP', 'silent'],
    ['SIGINT', 'ignore-sigterm'],
  ] as const)('%s while a server of the mode %s is waited for: exit 130', async (signal, mode) => {
    const { server, words } = fixture({ mode });
    const { child, end } = startDemo(['calculator', '--call', 'never', ...words]);
    await server.waitFor(isReceived, started);
    child.kill(signal);
    const { exitCode, err } = await end;
    expect({ exitCode, err }).toEqual({
      exitCode: 130,
      err: 'interrupted: the server is ended, nothing is left running\n',
    });
    await expectGone([...server.pids(), child.pid ?? 0]);
  });

  test.runIf(process.platform !== 'win32')(
    'Ctrl-C in a terminal, which tells pnpm, the demo and the server',
    async () => {
      const { server, words } = fixture({ mode: 'silent' });
      const pnpm = process.env['npm_execpath'] ?? '';
      const isScript = /pnpm[^/\\]*\.[cm]?js$/.test(pnpm); // npm says so too, of itself
      const through: [string, ...string[]] = isScript ? [process.execPath, pnpm, 'demo'] : ['pnpm', 'demo'];
      const { child, end } = startDemo(['calculator', ...words], { through, detached: true });
      await server.waitFor(isReceived, started);
      process.kill(-(child.pid ?? 0), 'SIGINT');
      await end;
      await expectGone([...server.pids(), child.pid ?? 0]);
    },
  );

  test('a demo that is killed leaves no server: its stdin ends', async () => {
    const { server, words } = fixture();
    const { child, end } = startDemo(['calculator', '--call', 'never', ...words]);
    await server.waitFor((entry) => entry.event === 'received' && entry.message.method === 'tools/call', started);
    child.kill('SIGKILL');
    await end;
    await expectGone(server.pids());
  });

  test.each(['calculator', 'two-eras', 'two-ways', 'registry-bridge'])(
    'pnpm demo %s | head -1 ends quietly',
    async (name) => {
      const { child, end } = startDemo([name]);
      child.stdout?.destroy();
      expect(await end).toMatchObject({ exitCode: 0, err: '' });
    },
  );

  test.each([
    ['two-eras', 0],
    ['two-eras', 1],
    ['two-ways', 0],
    ['two-ways', 1],
    ['registry-bridge', 0],
    ['registry-bridge', 1],
    ['registry-bridge', 5],
  ] as const)('%s that is interrupted after %i lines ends its server', async (name, count) => {
    const controller = new AbortController();
    let said = 0;
    const onLine = (): void => {
      said += 1;
      if (said === count) controller.abort();
    };
    if (count === 0) controller.abort();
    const ended = runInMemory([name], { signal: controller.signal, onLine });
    // These speak when all is done: so in the middle of their first conversation.
    if (name.startsWith('two-')) controller.abort();
    expect(await ended).toMatchObject({ exitCode: 1, err: '' });
    expect(descendantsOf(process.pid).filter(({ command }) => command.includes('/server/'))).toEqual([]);
  });
});
