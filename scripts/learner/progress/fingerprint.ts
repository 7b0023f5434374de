import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { walkFiles } from '../../lesson/collect/walk-files.ts';
import type { Manifest } from '../../lesson/manifest/schema.ts';

const idInSource = /meta:\s*\{\s*id:\s*['"]([a-z0-9-]+)['"]/g;

/**
 * Fingerprint of each test's source, by id: a lesson's new version asks again only for the tests that it changed. A test is
 * found by its id in whatever file of the tests it stands: a suite may be put together from several.
 */
export function testFingerprints(lessonFolder: string, manifest: Manifest): Record<string, string> {
  const folder = join(lessonFolder, 'solution', 'tests');
  const leavesOut = (name: string, kind: 'file' | 'folder'): boolean => kind === 'file' && !name.endsWith('.ts');
  const texts = walkFiles(folder, { links: 'ignore', leavesOut }).map(({ at }) => readFileSync(at, 'utf8'));
  const sources = new Map(texts.flatMap((text) => [...splitTests(text)]));
  return Object.fromEntries(manifest.tests.map(({ id }) => [id, hash(sources.get(id) ?? '')]));
}

/** The source of each test: from the line that names its id to the line that names the next one. */
export function splitTests(text: string): Map<string, string> {
  const starts = [...text.matchAll(idInSource)].map((match) => ({
    id: match[1] ?? '',
    at: text.lastIndexOf('\n', match.index) + 1,
  }));
  return new Map(starts.map(({ id, at }, index) => [id, text.slice(at, starts[index + 1]?.at)]));
}

/** Line ends and outer blanks are nobody's meaning. */
function hash(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  return createHash('sha256').update(lines.join('\n').trim()).digest('hex').slice(0, 16);
}
