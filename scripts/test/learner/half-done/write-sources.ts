import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyPatchFile } from '../../../lesson/collect/patches.ts';
import type { FileMap } from '../../../lesson/collect/variant-files.ts';
import type { Manifest } from '../../../lesson/manifest/schema.ts';
import { shippedStarter } from '../../../lesson/collect/shipped-starter.ts';
import type { HalfDone } from './half-done.ts';

/** Where the sources come from. */
export interface HalfDoneLab {
  readonly folder: string;
  readonly manifest: Manifest;
  /** The file that the lab is about: `src/mcp-client.ts`. */
  readonly mainFile: string;
}

/** Makes the sources of half-done work: the shipped starter, the steps up to `after`, then the mistake. */
export function halfDoneSources({ folder: lessonFolder, manifest, mainFile }: HalfDoneLab, work: HalfDone): FileMap {
  const shipped = shippedStarter(lessonFolder);
  if (!shipped.ok) throw new Error(shipped.why || 'the lesson has no starter.patch');
  let { files } = shipped;
  const last = manifest.steps.findIndex((step) => step.id === work.after);
  if (last < 0) throw new Error(`${work.name}: there is no step ${work.after}`);
  for (const { id } of manifest.steps.slice(0, last + 1)) {
    const patched = applyPatchFile(files, join(lessonFolder, 'steps', `${id}.patch`), id);
    if (patched.fact.problem) throw new Error(`${id}: ${patched.fact.problem}`);
    files = new Map(patched.files);
  }
  const sources: FileMap = new Map(files);
  for (const { from, to, file = mainFile } of work.edits) {
    const text = sources.get(file) ?? '';
    if (text.split(from).length !== 2) throw new Error(`${work.name}: not there exactly once: ${from}`);
    sources.set(
      file,
      text.replace(from, () => to),
    );
  }
  return sources;
}

export function writeSources(folder: string, files: FileMap): void {
  for (const [path, text] of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
