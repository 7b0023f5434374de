import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { typecheck } from '../../lesson/collect/typecheck.ts';
import { variantKey, type TypeFacts, type Variant } from '../../lesson/evidence.ts';
import { loadManifest } from '../../lesson/manifest/load.ts';
import { findLesson, repositoryRoot } from '../../lesson/repository.ts';
import { judgeCheck, type CheckVerdict } from '../../learner/check/judge-check.ts';
import { runCheck } from '../../learner/check/run-check.ts';
import type { Lesson } from '../../learner/lesson-of.ts';
import { underTheLesson } from '../../learner/under-the-lesson.ts';
import { halfDoneClients } from './half-done/clients.ts';
import type { HalfDone } from './half-done/half-done.ts';
import { halfDonePeers } from './half-done/peers.ts';
import { halfDoneRuns } from './half-done/runs.ts';
import { halfDoneSources, writeSources } from './half-done/write-sources.ts';

const runLimitMs = 120_000;

const labs = [
  { lesson: '33', mainFile: 'src/mcp-client.ts', works: halfDoneClients },
  { lesson: '13', mainFile: 'src/run-process.ts', works: halfDoneRuns },
  { lesson: '32', mainFile: 'src/peer.ts', works: halfDonePeers },
] as const;

// V-10: `check` names the mistake, right for at least ten different half-done solutions of each lab.
describe.for(labs)('half-done solutions of lab $lesson', ({ lesson: number, mainFile, works }) => {
  const folder = mkdtempSync(join(tmpdir(), 'half-done-'));
  const stop = new AbortController();
  const verdicts = new Map<HalfDone, Promise<CheckVerdict>>();
  beforeAll(() => {
    const limit = pLimit(4); // they mostly wait for what never comes
    const lesson = readLesson(number);
    for (const work of works) writeSources(placeOf(work), halfDoneSources({ ...lesson, mainFile }, work));
    const compiled = compile(lesson); // all of them at once: most of the compiler's work is the same for each
    compiled.catch(() => {}); // each test tells
    for (const work of works) {
      const verdict = limit(() => check(lesson, work, compiled));
      verdict.catch(() => {}); // its test tells
      verdicts.set(work, verdict);
    }
  });
  afterAll(async () => {
    stop.abort();
    await Promise.allSettled(verdicts.values());
    rmSync(folder, { recursive: true, force: true });
  });

  const placeOf = ({ name }: HalfDone): string => join(folder, name.replaceAll(/\W+/g, '-'));
  const variantOf = ({ name }: HalfDone): Variant => ({ kind: 'starter', id: name });

  function compile(lesson: Lesson): Promise<TypeFacts> {
    const variants = works.map((work) => ({
      variant: variantOf(work),
      files: underTheLesson(lesson.folder, placeOf(work)),
    }));
    const place = join(folder, 'types');
    const home = join(lesson.folder, 'solution');
    return typecheck({ repositoryRoot, home, variants, place, signal: stop.signal });
  }

  async function check(lesson: Lesson, work: HalfDone, compiled: Promise<TypeFacts>): Promise<CheckVerdict> {
    const types = compiled.then(({ errors, infra }) => ({
      errors: errors[variantKey(variantOf(work))] ?? [`${work.name} was not compiled`],
      ...(infra === undefined ? {} : { infra }),
    }));
    const { signal } = stop;
    const runs = await runCheck({ root: repositoryRoot, lesson, folder: placeOf(work), signal, repeat: false, types });
    expect(runs.typesInfra).toBeUndefined();
    expect(runs.types, 'half-done work compiles').toEqual([]);
    return judgeCheck(lesson.manifest, runs);
  }

  test('there are ten kinds of mistakes at least', () => {
    expect(new Set(works.map(({ mistake }) => mistake)).size).toBeGreaterThanOrEqual(10);
  });

  test.for(works.map((work) => [work.mistake, work.name, work] as const))(
    '%s: %s',
    { timeout: works.length * runLimitMs },
    async ([mistake, , work]) => {
      const { diagnosis } = (await verdicts.get(work)) ?? expect.fail('not checked');
      expect(diagnosis.mistakes[0], 'the first mistake that is named').toMatchObject({ id: mistake });
    },
  );
});

function readLesson(number: string): Lesson {
  const place = findLesson(number);
  const loaded = place && loadManifest(place.folder);
  if (!loaded?.ok) throw new Error(`lesson ${number} cannot be read`);
  return { ...place, manifest: loaded.manifest } as Lesson;
}
