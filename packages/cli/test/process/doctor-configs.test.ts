import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { exitCodes } from '../../src/exit-codes.ts';
import { runCommand } from '../support/run-command.ts';
import { filesIn, sandboxFolder } from '../support/sandbox-folder.ts';

/** Files as people have them, one for each host: the tests of the configuration read them too. */
const configs = fileURLToPath(new URL('../../../extensions/test/manager/configs', import.meta.url));
const hosts = readdirSync(configs);

/** Stands in the environment for everything that the files refer to. None of it may be seen. */
const planted = 'planted-secret-value';
const names =
  'SENTRY_TOKEN DB_DSN DOCS_TOKEN FIGMA_KEY WEATHER_KEY DB_URL HOSTNAME TOKEN EVERYTHING_TOKEN CONTEXT_KEY GITHUB_TOKEN DOCS_KEY GOOSE_KEY LOG_LEVEL FIGMA_OAUTH_TOKEN FIGMA_ACCOUNT TEAM_ACCOUNT TEAM_TOKEN'.split(
    ' ',
  );
const secrets = Object.fromEntries(names.map((name) => [name, `${planted}-${name}`]));

/** Values that stand in the files themselves, as environment or header. */
const written = ['example-billing-token', 'us-east-1'];

interface Report {
  readonly servers: readonly {
    readonly name: string;
    readonly pointer: string;
    readonly dialect: string;
    readonly isEnabled: boolean;
    readonly sandbox: readonly string[];
    readonly decisions: readonly unknown[];
    readonly problems: readonly { readonly message: string; readonly cure: string }[];
    readonly handshake: { readonly state: string };
  }[];
  /** Of no server. */
  readonly problems: readonly unknown[];
}

test('there are at least ten', () => {
  expect(hosts.length).toBeGreaterThanOrEqual(10);
});

test.each(hosts)(
  'mcp doctor on a file of %s: nothing is started, everything is said, no value is printed',
  async (host) => {
    const folder = sandboxFolder({ onTestFinished });
    cpSync(join(configs, host), folder.project, { recursive: true });
    const [file = ''] = filesIn(folder.project);
    const [bare, withSecrets, text] = await Promise.all([
      runCommand(folder, ['doctor', '--config', file, '--json']),
      runCommand(folder, ['doctor', '--config', file, '--json'], { env: secrets }),
      runCommand(folder, ['doctor', '--config', file], { env: secrets }),
    ]);
    for (const { out, err } of [bare, withSecrets, text]) {
      for (const value of [planted, ...written]) expect(out + err).not.toContain(value);
      expect(err).toBe('');
    }
    for (const { out, exitCode } of [bare, withSecrets]) {
      const { servers, problems } = JSON.parse(out) as Report;
      expect(servers.length).toBeGreaterThan(0);
      expect(new Set(servers.map(({ dialect }) => dialect)).size).toBe(1);
      for (const server of servers) {
        // Of a file that was pasted nothing runs before somebody said yes.
        expect(server.handshake.state).toBe('skipped');
        expect(server.sandbox.length).toBeGreaterThan(0);
        expect(text.out).toContain(server.pointer);
        for (const { message, cure } of server.problems) expect([message, cure]).not.toContain('');
      }
      const hasProblems = problems.length > 0 || servers.some((one) => one.isEnabled && one.problems.length > 0);
      expect([exitCodes.ok, exitCodes.approval, exitCodes.configuration]).toContain(exitCode);
      if (hasProblems) expect(exitCode).toBe(exitCodes.configuration);
    }
    expect(text.exitCode).toBe(withSecrets.exitCode);
    expect(folder.leftovers()).toEqual([]);
  },
);
