import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyPatchFile } from '../../../lesson/collect/patches.ts';
import type { FileMap } from '../../../lesson/collect/variant-files.ts';
import type { Manifest } from '../../../lesson/manifest/schema.ts';
import { shippedStarter } from '../../../lesson/collect/shipped-starter.ts';
import type { HalfDoneClient } from './clients.ts';

/** Makes the sources of a half-done client: the shipped starter, the steps up to `after`, then the mistake. */
export function halfDoneSources(lessonFolder: string, manifest: Manifest, client: HalfDoneClient): FileMap {
  const shipped = shippedStarter(lessonFolder);
  if (!shipped.ok) throw new Error(shipped.why || 'the lesson has no starter.patch');
  let { files } = shipped;
  const last = manifest.steps.findIndex((step) => step.id === client.after);
  for (const { id } of manifest.steps.slice(0, last + 1)) {
    const patched = applyPatchFile(files, join(lessonFolder, 'steps', `${id}.patch`), id);
    if (patched.fact.problem) throw new Error(`${id}: ${patched.fact.problem}`);
    files = new Map(patched.files);
  }
  const path = 'src/mcp-client.ts';
  let text = files.get(path) ?? '';
  for (const { from, to } of client.edits) {
    if (text.split(from).length !== 2) throw new Error(`${client.name}: not there exactly once: ${from}`);
    text = text.replace(from, () => to);
  }
  return new Map(files).set(path, text);
}

export function writeSources(folder: string, files: FileMap): void {
  for (const [path, text] of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
