import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../../lesson/manifest/schema.ts';

const idInSource = /meta:\s*\{\s*id:\s*['"]([a-z0-9-]+)['"]/g;

/** Fingerprint of each test's source, by id: a lesson's new version asks again only for the tests that it changed. */
export function testFingerprints(lessonFolder: string, manifest: Manifest): Record<string, string> {
  const fingerprints: Record<string, string> = {};
  for (const suite of manifest.suites) {
    const file = join(lessonFolder, 'solution', suite.file);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const parts = splitTests(text);
    for (const test of manifest.tests) {
      if (test.suite === suite.id) fingerprints[test.id] = hash(parts.get(test.id) ?? text);
    }
  }
  return fingerprints;
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
