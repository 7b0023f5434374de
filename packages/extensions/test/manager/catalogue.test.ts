import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import { Catalogue, defaultCatalogueLimits, type CatalogueEntry, type SlimTool } from '../../src/manager/catalogue.ts';
import { readCatalogueFile, writeCatalogueFile } from '../../src/manager/catalogue-file.ts';
import { failureIn, friendlyServer, managerBench, outcomeOf } from './support/manager-bench.ts';

const tool: SlimTool = {
  name: 'files__echo',
  toolName: 'echo',
  description: 'says it again',
  permission: 'read',
  schemaHash: 'abc',
  verdict: { status: 'checked' },
};

function entry(changes: Partial<CatalogueEntry> = {}): CatalogueEntry {
  const listedAt = new Date(0).toISOString();
  const about = { serverName: 'files', identity: 'one', era: 'legacy', protocolVersion: '2025-11-25' } as const;
  return { ...about, tools: [tool], isCut: false, listedAt, ...changes };
}

function catalogueAt(now: { ms: number }, limits = defaultCatalogueLimits): Catalogue {
  return new Catalogue(limits, () => new Date(now.ms));
}

function folderOf(context: Pick<TestContext, 'onTestFinished'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
  context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('an entry is of one identity, and says how old it is', () => {
  const now = { ms: 0 };
  const catalogue = catalogueAt(now);
  catalogue.record(entry());
  now.ms = 5_000;
  expect(catalogue.find('files', 'two')).toBeUndefined();
  const found = catalogue.find('files', 'one');
  expect(found && catalogue.ageMs(found)).toBe(5_000);
  expect(catalogue.ownerOf('files__echo')).toEqual({ serverName: 'files', toolName: 'echo' });
});

test('an era is believed for a week, and not after a start that went by it failed', () => {
  const now = { ms: 0 };
  const catalogue = catalogueAt(now);
  const owner = { serverName: 'files', identity: 'one', origin: undefined };
  catalogue.record(entry({ era: 'modern' }));
  now.ms = defaultCatalogueLimits.eraMs;
  expect(catalogue.eraOf(owner)).toMatchObject({ era: 'modern' });
  now.ms += 1;
  expect(catalogue.eraOf(owner)).toBeUndefined();
  catalogue.record(entry({ listedAt: new Date(now.ms).toISOString() }));
  catalogue.doubtEra(owner);
  expect(catalogue.eraOf(owner)).toBeUndefined();
  catalogue.record(entry({ listedAt: new Date(now.ms).toISOString() }));
  expect(catalogue.eraOf(owner)).toMatchObject({ era: 'legacy' });
});

test('the era of what is reached is that of its place; the legacy one is believed for a day from when it was found out', () => {
  const now = { ms: 0 };
  const catalogue = catalogueAt(now);
  const origin = 'https://a.example';
  const owner = { serverName: 'another', identity: 'two', origin };
  catalogue.record(entry({ era: 'legacy', origin }));
  now.ms = defaultCatalogueLimits.reachedLegacyMs;
  expect(catalogue.eraOf(owner)).toEqual({ era: 'legacy', foundAt: new Date(0).toISOString() });
  expect(catalogue.eraOf({ ...owner, origin: 'https://b.example' })).toBeUndefined();
  // Seen again, and not asked again.
  catalogue.record(
    entry({ era: 'legacy', origin, eraFoundAt: new Date(0).toISOString(), listedAt: new Date(now.ms).toISOString() }),
  );
  now.ms += 1;
  expect(catalogue.eraOf(owner)).toBeUndefined();
  catalogue.record(entry({ era: 'modern', origin, listedAt: new Date(now.ms).toISOString() }));
  now.ms += defaultCatalogueLimits.reachedLegacyMs + 1;
  expect(catalogue.eraOf(owner)).toMatchObject({ era: 'modern' });
  catalogue.doubtEra(owner);
  expect(catalogue.eraOf({ ...owner, serverName: 'files' })).toBeUndefined();
});

test('it is bounded: entries, and what one of them holds', () => {
  const catalogue = catalogueAt({ ms: 0 }, { ...defaultCatalogueLimits, maxEntries: 2, maxEntryLength: 500 });
  for (const serverName of ['a', 'b', 'c']) catalogue.record(entry({ serverName }));
  expect(catalogue.entries().map(({ serverName }) => serverName)).toEqual(['b', 'c']);
  catalogue.record(entry({ tools: Array.from({ length: 1_000 }, () => tool) }));
  const found = catalogue.find('files', 'one');
  expect(found?.isCut).toBe(true);
  expect(JSON.stringify(found).length).toBeLessThanOrEqual(501);
});

test('a file comes back as it was written, for its owner alone', async (context) => {
  const path = join(folderOf(context), 'catalogue.json');
  const entries = [
    entry(),
    entry({ serverName: 'other', tools: [{ ...tool, verdict: { status: 'unchecked', reason: 'why' } }] }),
    entry({ serverName: 'third', tools: [{ ...tool, verdict: { status: 'unchecked', reason: 'why', partly: true } }] }),
  ];
  await writeCatalogueFile(path, entries);
  await writeCatalogueFile(path, entries);
  expect(await readCatalogueFile(path)).toEqual(entries);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.for([
  ['no file', undefined],
  ['no JSON', '{'],
  ['a list', '[]'],
  ['another version', '{"version":2,"entries":[]}'],
  ['nothing', ''],
])('%s is an empty catalogue', async ([, text], context) => {
  const path = join(folderOf(context), 'catalogue.json');
  if (text !== undefined) writeFileSync(path, text);
  expect(await readCatalogueFile(path)).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'what is no file is an empty catalogue, and is not waited for',
  async (context) => {
    const folder = folderOf(context);
    const [pipe, endless] = [join(folder, 'pipe'), join(folder, 'endless')];
    execFileSync('mkfifo', [pipe]);
    symlinkSync('/dev/zero', endless);
    for (const path of [pipe, endless, folder]) expect(await readCatalogueFile(path)).toEqual([]);
  },
);

test('an entry that is not understood is left out, and the others are read', async (context) => {
  const path = join(folderOf(context), 'catalogue.json');
  writeFileSync(path, JSON.stringify({ version: 1, entries: [{ ...entry(), era: 'stone age' }, 7, entry()] }));
  expect(await readCatalogueFile(path)).toEqual([entry()]);
});

test('the next host knows the tools without a start, and how to talk to the server', async (context) => {
  const catalogueFile = join(folderOf(context), 'catalogue.json');
  const servers = { files: { config: { era: 'auto' } } } as const;
  const script = { ...friendlyServer, 'server/discover': () => undefined };
  const first = managerBench({ files: { ...servers.files, script } }, { catalogueFile });
  const asking = first.manager.tools({ timeoutMs: 20_000 });
  while (first.processes.length === 0) await first.clock.advance(0); // the file is looked for in real time
  await first.clock.advance(10_000); // the probe was not answered
  const { tools } = await outcomeOf(first, asking);
  expect(first.processes[0]?.sentWith('server/discover')).toHaveLength(1);
  await outcomeOf(first, first.manager.close());
  expect(readFileSync(catalogueFile, 'utf8')).not.toContain('inputSchema');

  const second = managerBench({ files: { ...servers.files, script: friendlyServer } }, { catalogueFile });
  const known = await outcomeOf(second, second.manager.tools({ start: false }));
  expect(known).toMatchObject({ tools: [], servers: [{ state: 'stopped', source: 'catalogue' }] });
  expect(known.servers[0]?.known?.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  expect(second.processes).toEqual([]);
  expect(await outcomeOf(second, second.manager.call(tools[0]?.name ?? ''))).toMatchObject({ text: 'echo' });
  expect(second.processes[0]?.sent.map(({ method }) => method).slice(0, 1)).toEqual(['initialize']);
  await outcomeOf(second, second.manager.close());

  const third = managerBench(servers, { catalogueFile });
  third.identities.set('files', 'another one');
  const changed = await outcomeOf(third, third.manager.tools({ start: false }));
  expect(changed.servers[0]).toMatchObject({ source: 'none' });
  expect(await failureIn(third, third.manager.call('files__nothing'))).toMatchObject({ code: 'MCP_UNKNOWN_TOOL' });
});
