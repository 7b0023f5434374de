import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SpillContent } from '../../src/adapter/spill.ts';
import { removeAbandoned } from '../../src/manager/abandoned-folders.ts';
import { SpillFolder, type SpillFolderOptions } from '../../src/manager/spill-folder.ts';
import { adapterBench, contentResult, tool } from '../support/tools.ts';

function parentFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'spill-test-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return parent;
}

async function opened(options: SpillFolderOptions = {}): Promise<SpillFolder> {
  const folder = await SpillFolder.open({ parent: parentFolder(), ...options });
  onTestFinished(() => folder.close());
  return folder;
}

const content = (data: string, rest: Partial<SpillContent> = {}): SpillContent => ({
  serverName: '../../etc',
  toolName: '../passwd\0',
  what: 'text',
  encoding: 'utf8',
  data,
  ...rest,
});

const isPosix = process.platform !== 'win32';
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('a spill folder', () => {
  test('keeps text and bytes in files that only this user may read, and nothing of the server is in their paths', async () => {
    const folder = await opened();
    const text = await folder.spill(content('é', { mimeType: '../../x' }));
    const image = await folder.spill(content('aGVsbG8=', { what: 'image', encoding: 'base64', mimeType: 'image/png' }));
    expect([text, image].map((path) => path.slice(folder.path.length))).toEqual(
      ['/1-text.txt', '/2-image.png'].map((path) => join(path)),
    );
    expect([readFileSync(text, 'utf8'), readFileSync(image, 'utf8')]).toEqual(['é', 'hello']);
    if (isPosix) expect([folder.path, text, image].map(modeOf)).toEqual(['700', '600', '600']);
  });

  test('is gone after it was closed, once and again, also while something is being written', async () => {
    const folder = await SpillFolder.open({ parent: parentFolder() });
    const writing = folder.spill(content('x'.repeat(1_000_000)));
    const closing = folder.close();
    expect(folder.close()).toBe(closing);
    await Promise.all([closing, writing]);
    expect(readdirSync(dirname(folder.path))).toEqual([]);
    await expect(folder.spill(content('x'))).rejects.toThrow('closed');
  });

  test('makes room for what is new: the oldest go', async () => {
    const folder = await opened({ maxBytes: 10, maxFiles: 3 });
    for (const data of ['1234', '5678', '90ab']) await folder.spill(content(data));
    expect(readdirSync(folder.path).toSorted()).toEqual(['2-text.txt', '3-text.txt']);
    for (const data of ['a', 'b']) await folder.spill(content(data));
    expect(readdirSync(folder.path).toSorted()).toEqual(['3-text.txt', '4-text.txt', '5-text.txt']);
    await expect(folder.spill(content('x'.repeat(11)))).rejects.toThrow('11 bytes');
    expect(readdirSync(folder.path)).toHaveLength(3);
    await Promise.allSettled(Array.from({ length: 20 }, (_, index) => folder.spill(content(`${index}`))));
    expect(readdirSync(folder.path).length).toBeLessThanOrEqual(3);
  });

  test('refuses limits that are none, and a parent that is not there', async () => {
    for (const options of [{ maxBytes: 0 }, { maxFiles: 1.5 }]) {
      await expect(SpillFolder.open(options)).rejects.toMatchObject({ code: 'MCP_INVALID_CONFIG' });
    }
    await expect(SpillFolder.open({ parent: join(parentFolder(), 'missing') })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  test('is where an outcome says that the whole is', async () => {
    const folder = await opened();
    const { adapter } = adapterBench([tool('a')], () => contentResult({ type: 'text', text: 'x'.repeat(60_000) }), {
      spill: folder.spill,
    });
    const outcome = await adapter.tools[0]?.execute({});
    const path = outcome?.truncations[0]?.spilledTo ?? '';
    expect(readFileSync(path, 'utf8')).toBe('x'.repeat(60_000));
    expect(outcome?.text).toContain(`; the whole is in ${path}]`);
  });
});

describe('folders of killed hosts', () => {
  const dead = 2 ** 22 + 1; // more than any process of Linux may have

  test('are removed after a day; what is of a living process, younger, a file, a link or of another name stays', async () => {
    const parent = parentFolder();
    const old = new Date(Date.now() - 2 * 24 * 60 * 60 * 1_000);
    const target = join(parent, 'target');
    const names = [
      `mcp-spill-${dead}-abcdef`,
      `mcp-spill-${process.pid}-abcdef`,
      `mcp-spill-${dead}-young1`,
      'mcp-spill-x-abcdef',
      'target',
    ];
    for (const name of names) {
      mkdirSync(join(parent, name));
      writeFileSync(join(parent, name, '1-text.txt'), 'secret');
    }
    writeFileSync(join(parent, `mcp-spill-${dead}-a-file`), '');
    writeFileSync(join(parent, `mcp-spill-${dead}-afile1`), '');
    if (isPosix) symlinkSync(target, join(parent, `mcp-spill-${dead}-alink1`));
    for (const name of readdirSync(parent)) if (!/young1|alink1/.test(name)) utimesSync(join(parent, name), old, old);
    await removeAbandoned(parent);
    expect(readdirSync(parent)).not.toContain(`mcp-spill-${dead}-abcdef`);
    expect(readdirSync(parent)).toHaveLength(names.length - 1 + 2 + (isPosix ? 1 : 0));
    expect(readdirSync(target)).toEqual(['1-text.txt']);
    await removeAbandoned(join(parent, 'missing'));
  });
});
