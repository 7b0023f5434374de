import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findNode, type FindNodeOptions } from '../src/node/find-node.ts';
import { isNewEnough, majorOf, nodePackageFor } from '../src/node/platforms.ts';

describe('versions', () => {
  it.each([
    ['v22.1.0', 22],
    ['24.22.3\n', 24],
    ['v23.0.0-nightly', 23],
    ['22', undefined],
    ['Python 3.12.1', undefined],
    ['', undefined],
  ])('%j is major %s', (text, major) => {
    expect(majorOf(text)).toBe(major);
  });

  it('are new enough from 22 on', () => {
    expect(['20.20.2', '21.9.9', '22.0.0', 'v24.1.0', 'what'].map(isNewEnough)).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('the packages of Node', () => {
  it.each([
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['darwin', 'x64'],
    ['darwin', 'arm64'],
    ['win32', 'x64'],
  ])('%s %s has one, pinned and new enough', (platform, arch) => {
    const found = nodePackageFor(platform, arch);
    expect(found?.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(isNewEnough(found?.version ?? '')).toBe(true);
    expect(found?.name).toContain(platform === 'win32' ? 'win' : platform);
    expect(found?.name).toContain(arch);
    expect(found?.file).toMatch(platform === 'win32' ? /\.exe$/ : /node$/);
  });

  it('are none for what is not in the table', () => {
    expect(nodePackageFor('linux', 'riscv64')).toBeUndefined();
    expect(nodePackageFor('constructor', 'x64')).toBeUndefined();
  });
});

describe('finding one', () => {
  const options: FindNodeOptions = {
    named: undefined,
    running: { path: '/running/node', version: '22.1.0' },
    platform: 'linux',
    arch: 'riscv64',
    cache: join(tmpdir(), 'never-made'),
    say: () => {},
  };

  it('takes the running one if it is new enough', async () => {
    expect(await findNode(options)).toEqual({ ok: true, path: '/running/node', version: '22.1.0' });
    expect(await findNode({ ...options, named: '' })).toMatchObject({ path: '/running/node' });
  });

  it('says why there is none', async () => {
    const running = { path: '/running/node', version: '20.19.0' };
    const found = await findNode({ ...options, running });
    expect(found).toMatchObject({ ok: false, wasNamed: false });
    expect(found).toHaveProperty('why', expect.stringMatching(/20\.19\.0.*22.*linux riscv64/));
  });

  it('never passes over one that was named', async () => {
    const found = await findNode({ ...options, named: join(tmpdir(), 'no-such-node') });
    expect(found).toMatchObject({ ok: false, wasNamed: true });
    expect(found).toHaveProperty('why', expect.stringContaining('CONFORMANCE_NODE'));
  });
});
