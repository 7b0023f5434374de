import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { interfaceMembers } from '../architecture/source.ts';
import { oauthBench } from '../support/oauth-bench.ts';
import { example } from './example.ts';
import { codeSpans, packageFolder, readPage, section, tableRows } from './markdown.ts';

const page = readPage('docs/authorization.md');
const programs = Array.from(page.matchAll(/^```ts\n([^]*?)^```/gm), ([, text = '']) => text);

test('the programs of the page type-check', { timeout: 180_000 }, async () => {
  expect(programs).toHaveLength(3);
  await example(...programs).check();
});

test('the program with a person runs, and says what the server has', { timeout: 180_000 }, async (context) => {
  const bench = await oauthBench(context);
  const { stdout, stderr } = await example(programs[2] ?? '').run([bench.server.url], (text) => {
    const [address] = /http:\S+/.exec(text) ?? [];
    // The browser of somebody who says yes.
    if (address !== undefined) void fetch(bench.sayYes(new URL(address))).then((page) => page.text());
  });
  expect(stderr).toBe('');
  expect(stdout).toContain('Tools: echo');
});

test('the table of options has every one of them', () => {
  const source = readFileSync(join(packageFolder, 'src/oauth/oauth-options.ts'), 'utf8');
  const stated = tableRows(section(page, 'OAuth')).map(([name = '']) => codeSpans(name)[0]);
  expect(stated).toEqual(interfaceMembers(source, 'OAuthOptions'));
});
