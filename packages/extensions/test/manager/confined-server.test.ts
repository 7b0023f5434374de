import { fixtureServer } from '@coding-agent/fixture-servers';
import { descendantsOf, isAlive } from '@coding-agent/fixture-servers/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { McpClientError } from '../../src/errors.ts';
import { openApprovalFile } from '../../src/manager/approval-stores.ts';
import type { ServerConfig } from '../../src/manager/server-config.ts';
import { McpManager } from '../../src/mcp-manager.ts';
import { needBubblewrap } from '../support/bubblewrap.ts';
import { stdioConfig } from './support/server-configs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** All of it, from the configuration to the end: approved once, confined, asked about again when it is confined less. */
test(
  'M-07, M-09: a server of the manager is approved with its sandbox, stays in it, and ends through it',
  { timeout: 120_000 },
  async (context) => {
    needBubblewrap(context);
    const [folder, secret] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(join(secret, 'key'), 'planted');
    const { executable, args } = fixtureServer({ mode: 'explorer', shape: 'mcp', journalDirectory: folder });
    const sandbox = { kind: 'bubblewrap', readOnly: [], writable: [folder], network: false } as const;
    const confined = (rest: Partial<ServerConfig['sandbox']> = {}): ServerConfig =>
      stdioConfig({ executable, args, cwd: folder }, {
        name: 'explorer',
        permission: 'execute',
        sandbox: { ...sandbox, ...rest },
      } as Partial<ServerConfig>);
    const open = (config: ServerConfig): McpManager => {
      const manager = new McpManager({
        servers: [config],
        approvals: openApprovalFile(join(folder, 'approvals.json')),
        policy: () => ({ decision: 'allow' }),
      });
      context.onTestFinished(async () => void (await manager.close()));
      return manager;
    };

    const manager = open(confined());
    const read = { server: 'explorer', tool: 'read' };
    const refused = await manager.call(read, { path: '/etc/passwd' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(McpClientError);
    expect(refused).toMatchObject({ code: 'MCP_APPROVAL_REQUIRED' });
    expect(ours()).toEqual([]);

    expect(await manager.approve('explorer')).toMatchObject({ tools: expect.arrayContaining(['read', 'connect']) });
    expect(await manager.call(read, { path: join(secret, 'key') })).toMatchObject({ isError: true, text: 'ENOENT' });
    const whoami = await manager.call({ server: 'explorer', tool: 'whoami' });
    expect(JSON.parse(whoami.text)).toMatchObject({ cwd: folder });
    await manager.call({ server: 'explorer', tool: 'spawn' });
    const pids = ours();
    expect(pids.length).toBeGreaterThan(2);
    await manager.close({ deadlineMs: 30_000 });
    expect(pids.filter(isAlive)).toEqual([]);

    const next = open(confined());
    expect(await next.call({ server: 'explorer', tool: 'echo' }, { value: 'again' })).toMatchObject({ text: 'again' });
    await next.close({ deadlineMs: 30_000 });

    const wider = await open(confined({ network: true }))
      .call(read, { path: '/etc/passwd' })
      .catch((error: unknown) => error);
    expect(wider).toMatchObject({ code: 'MCP_APPROVAL_REQUIRED', changes: ['sandbox.network: false → true'] });
    expect(ours()).toEqual([]);
  },
);

/** What runs below this process and is of the sandbox. */
function ours(): number[] {
  return descendantsOf(process.pid)
    .filter(({ state, command }) => state === 'running' && /bwrap|server\.mjs|grandchild\.mjs/.test(command))
    .map(({ pid }) => pid);
}
