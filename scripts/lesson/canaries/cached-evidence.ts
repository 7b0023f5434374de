import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { LessonEvidence } from '../evidence.ts';
import { workFolder } from '../repository.ts';
import { canaries, type CanaryEvidence } from './prove.ts';
import { messageOf } from '../message-of.ts';

/**
 * Evidence about the canaries, kept between runs. Only evidence is kept, never a verdict: the rules judge it again each
 * time, and any change to the verifier, its tools, Node or the platform makes it void.
 */
export function loadCanaryEvidence(method: string): CanaryEvidence | undefined {
  try {
    const stored = JSON.parse(readFileSync(fileFor(method), 'utf8')) as {
      good: LessonEvidence;
      bad: { id: string; evidence: LessonEvidence }[];
    };
    const bad = stored.bad.map(({ id, evidence }) => {
      const canary = canaries.find((candidate) => candidate.id === id);
      if (!canary) throw new Error(`unknown canary ${id}`);
      return { canary, evidence };
    });
    return { good: stored.good, bad };
  } catch {
    return undefined;
  }
}

export function storeCanaryEvidence(method: string, { good, bad }: CanaryEvidence): void {
  const file = fileFor(method);
  const part = `${file}.${process.pid}.part`;
  const text = JSON.stringify({ good, bad: bad.map(({ canary, evidence }) => ({ id: canary.id, evidence })) });
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(part, text);
    renameSync(part, file);
  } catch (error) {
    // A cache is a convenience: without it the canaries run again.
    process.stderr.write(`could not keep the canaries' evidence: ${messageOf(error)}
`);
  }
}

function fileFor(method: string): string {
  return join(workFolder, 'canaries', `${fingerprint(method)}.json`);
}

function fingerprint(method: string): string {
  const hash = createHash('sha256').update([process.version, process.platform, process.arch, method].join(' '));
  const scripts = resolve(import.meta.dirname, '..');
  const fixtures = resolve(scripts, '..', '..', 'packages', 'fixture-servers', 'src');
  const files = [scripts, fixtures]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules'))
    .toSorted();
  for (const path of [...files, resolve(scripts, '..', '..', 'pnpm-lock.yaml')])
    hash.update(path).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}
