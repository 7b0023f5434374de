import { fixtureServer } from '@coding-agent/fixture-servers';
import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { resolveAdapterLimits } from '../../src/adapter/adapter-limits.ts';
import { decide, type PolicyDecision } from '../../src/adapter/call-policy.ts';
import { permissions, type Permission } from '../../src/adapter/tool-definition.ts';
import { interfaceMembers } from '../architecture/source.ts';
import { example } from './example.ts';
import { codeSpans, defaultIn, fencedBlocks, packageFolder, readPage, section, tableRows } from './markdown.ts';

const page = readPage('docs/recipes.md');

test('every program type-checks; the registry runs, and leaves nothing', { timeout: 180_000 }, async () => {
  const server = fixtureServer({ shape: 'mcp' });
  onTestFinished(() => server.dispose());
  const programs = fencedBlocks(page, 'ts');
  expect(programs).toHaveLength(5);
  const all = example(...programs);
  await all.check();
  const { stdout, stderr } = await all.run([server.executable, ...server.args]);
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toEqual([
    'printer__echo printer__fail printer__never printer__exit',
    'hello',
    'It failed: out of paper',
    expect.stringMatching(/^It failed: the arguments do not fit the schema of echo: \/value: /),
    'May exit be called? (the policy wants it to be asked about) No.',
    'It failed: exit was not called: it was refused',
    expect.stringMatching(/^\[… 48,\d{3} of 100,000 bytes left out; the whole is in .*1-text\.txt\]$/),
    '0 tools are left',
    '',
  ]);
  // What did not fit, and what nobody allowed, never came to the server.
  expect(server.received('tools/call').map(({ params }) => params?.['name'])).toEqual(['echo', 'fail', 'echo']);
  await waitUntilGone(server.pids());
});

test('the table of permissions is what is decided', () => {
  const answers: (PolicyDecision | undefined)[] = [
    undefined,
    { decision: 'allow' },
    { decision: 'ask' },
    { decision: 'deny', reason: '' },
  ];
  const rows = tableRows(section(page, 'Who may do what'));
  expect(rows).toHaveLength(5);
  for (const [configuration = '', hints = '', ...decided] of rows) {
    const stated = permissions.filter((permission) => codeSpans(configuration).includes(permission));
    const all: readonly (Permission | undefined)[] =
      configuration === 'any' ? permissions : stated.length === 0 ? [undefined] : stated;
    const [hint = 'openWorldHint'] = codeSpans(hints);
    for (const permission of all) {
      const tool = {
        permission: permission ?? 'execute',
        isStated: permission !== undefined,
        annotations: { [hint]: !hints.startsWith('not') },
      };
      expect(
        answers.map((answer) => decide(tool, answer).decision),
        `${configuration}, ${hints}`,
      ).toEqual(decided);
    }
  }
});

test('the tables of options and limits have every one of them', () => {
  const source = readFileSync(join(packageFolder, 'src/adapter/adapter-options.ts'), 'utf8');
  const rows = tableRows(section(page, 'Options')).map(
    ([name = '', value = '']) => [name.replaceAll('`', ''), value] as const,
  );
  const limits = resolveAdapterLimits();
  const members = [...interfaceMembers(source, 'ToolAdapterOptions'), 'permission', 'toolPermissions'];
  const options = rows.slice(0, members.length);
  expect(options.map(([name]) => name).toSorted()).toEqual(members.toSorted());
  expect(Object.fromEntries(rows.slice(members.length).map(([name, value]) => [name, defaultIn(value)]))).toEqual(
    limits,
  );
});
