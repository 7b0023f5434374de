import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFingerprints } from '../../learner/progress/fingerprint.ts';
import { findLessons } from '../../lesson/repository.ts';
import { loadManifest } from '../../lesson/manifest/load.ts';
import type { Manifest } from '../../lesson/manifest/schema.ts';

function manifestOf(folder: string): Manifest {
  const loaded = loadManifest(folder);
  if (!loaded.ok) throw new Error(`${folder}: the manifest cannot be read`);
  return loaded.manifest;
}

test.for(findLessons().map(({ id, folder }) => [id, folder] as const))(
  'every test of %s has a fingerprint of its own',
  ([, folder]) => {
    const manifest = manifestOf(folder);
    const fingerprints = testFingerprints(folder, manifest);
    expect(Object.keys(fingerprints)).toEqual(manifest.tests.map(({ id }) => id));
    expect(new Set(Object.values(fingerprints)).size).toBe(manifest.tests.length);
  },
);

test('a changed test changes its own fingerprint and no other, in whatever file it stands', () => {
  const lesson = findLessons().find(({ id }) => id.startsWith('33-'));
  if (!lesson) throw new Error('there is no lesson 33');
  const manifest = manifestOf(lesson.folder);
  const copy = mkdtempSync(join(tmpdir(), 'fingerprint-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(join(lesson.folder, 'solution', 'tests'), join(copy, 'solution', 'tests'), { recursive: true });
  const before = testFingerprints(copy, manifest);
  const file = join(copy, 'solution', 'tests', 'homework', 'to-write.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace('a call that times out', 'a call that is too late'));
  const after = testFingerprints(copy, manifest);
  expect(Object.keys(after).filter((id) => after[id] !== before[id])).toEqual(['cancel-notification']);
});
