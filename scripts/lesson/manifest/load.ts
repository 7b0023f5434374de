import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { manifestSchema, type Manifest } from './schema.ts';
import { crossCheck } from './cross-check.ts';
import { messageOf } from '../message-of.ts';

/** One thing wrong with a manifest: where (a path like `wrong[2].mustFail[0].test`) and what. */
export interface ManifestProblem {
  readonly where: string;
  readonly what: string;
}

export type LoadedManifest =
  | { readonly ok: true; readonly manifest: Manifest }
  | { readonly ok: false; readonly problems: readonly ManifestProblem[] };

/** Reads and checks `<lessonFolder>/lesson.json`. Never throws for what is in the file. */
export function loadManifest(lessonFolder: string): LoadedManifest {
  let text: string;
  try {
    text = readFileSync(join(lessonFolder, 'lesson.json'), 'utf8');
  } catch (error) {
    return { ok: false, problems: [{ where: 'lesson.json', what: `cannot be read: ${messageOf(error)}` }] };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, problems: [{ where: 'lesson.json', what: `is not JSON: ${messageOf(error)}` }] };
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) {
    return {
      ok: false,
      problems: parsed.error.issues.map((issue) => ({ where: pathText(issue.path), what: issue.message })),
    };
  }
  const problems = crossCheck(parsed.data);
  const play = parsed.data.trace?.play;
  if (play !== undefined && !existsSync(join(lessonFolder, 'solution', play)))
    problems.push({ where: 'trace.play', what: `there is no solution/${play}` });
  const name = basename(lessonFolder);
  if (parsed.data.id !== name)
    problems.push({ where: 'id', what: `"${parsed.data.id}" stands in a folder named "${name}"` });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, manifest: parsed.data };
}

function pathText(path: readonly PropertyKey[]): string {
  return (
    path
      .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${String(key)}`))
      .join('') || 'lesson.json'
  );
}
