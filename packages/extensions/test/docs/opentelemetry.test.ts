import { fixtureServer } from '@coding-agent/fixture-servers';
import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  attributeNames,
  bucketBoundaries,
  metricNames,
  ownAttributeNames,
} from '../../src/opentelemetry/conventions.ts';
import { interfaceMembers } from '../architecture/source.ts';
import { example } from './example.ts';
import { codeSpans, fencedBlock, packageFolder, readPage, section, tableRows } from './markdown.ts';

const page = readPage('docs/opentelemetry.md');

/** The first column of a table, without its code marks. */
function namesIn(heading: string): string[] {
  return tableRows(section(page, heading)).map(([name = '']) => codeSpans(name)[0] ?? '');
}

test('the program type-checks, runs, and says what the page says', { timeout: 180_000 }, async () => {
  const server = fixtureServer({ shape: 'mcp' });
  onTestFinished(() => server.dispose());
  const program = example(fencedBlock(page, 'ts'));
  await program.check();
  const { stdout, stderr } = await program.run([server.executable, ...server.args]);
  expect(stderr).toBe('');
  const names = Array.from(stdout.matchAll(/^ {2}name: '([^']+)'/gm), ([, name = '']) => name);
  expect(names.toSorted()).toEqual(['a run', 'initialize', 'server/discover', 'tools/call echo', 'tools/list']);
  for (const metric of Object.values(metricNames)) expect(stdout).toContain(`name: '${metric}'`);
  expect(stdout).toContain("'coding_agent.mcp.run.id': 'run 1'");
  expect(stdout).not.toContain('nobody reads this');
  await waitUntilGone(server.pids());
});

test('the tables of options, attributes and metrics have every one of them', () => {
  const source = readFileSync(join(packageFolder, 'src/opentelemetry/open-telemetry.ts'), 'utf8');
  expect(namesIn('How to set it up')).toEqual(interfaceMembers(source, 'OpenTelemetryOptions'));
  const attributes: string[] = [...Object.values(attributeNames), ...Object.values(ownAttributeNames)];
  const stated = namesIn('Spans').slice(0, attributes.length);
  expect(stated.toSorted()).toEqual(attributes.toSorted());
  expect(namesIn('Metrics')).toEqual(Object.values(metricNames));
  expect(section(page, 'Metrics')).toContain(`${bucketBoundaries.join(', ')} seconds`);
});
