import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadManifest } from '../../lesson/manifest/load.ts';
import { findLesson, repositoryRoot } from '../../lesson/repository.ts';
import { judgeCheck, type CheckVerdict } from '../../learner/check/judge-check.ts';
import { runCheck } from '../../learner/check/run-check.ts';
import type { Lesson } from '../../learner/lesson-of.ts';
import { halfDoneClients, type HalfDoneClient } from './half-done/clients.ts';
import { halfDoneSources, writeSources } from './half-done/write-client.ts';

const runLimitMs = 120_000;

// V-10: `check` names the mistake, right for at least ten different half-done clients.
describe('half-done clients of lab 33', () => {
  const folder = mkdtempSync(join(tmpdir(), 'half-done-'));
  const stop = new AbortController();
  const verdicts = new Map<HalfDoneClient, Promise<CheckVerdict>>();
  beforeAll(() => {
    const limit = pLimit(4); // they mostly wait for what never comes
    const lesson = lessonThirtyThree();
    for (const client of halfDoneClients) {
      const verdict = limit(() => check(lesson, client));
      verdict.catch(() => {}); // its test tells
      verdicts.set(client, verdict);
    }
  });
  afterAll(async () => {
    stop.abort();
    await Promise.allSettled(verdicts.values());
    rmSync(folder, { recursive: true, force: true });
  });

  async function check(lesson: Lesson, client: HalfDoneClient): Promise<CheckVerdict> {
    const place = join(folder, client.name.replaceAll(/\W+/g, '-'));
    writeSources(place, halfDoneSources(lesson.folder, lesson.manifest, client));
    const { signal } = stop;
    const runs = await runCheck({ root: repositoryRoot, lesson, folder: place, signal, repeat: false });
    expect(runs.types, 'a half-done client compiles').toEqual([]);
    return judgeCheck(lesson.manifest, runs);
  }

  test('there are ten kinds of mistakes at least', () => {
    expect(new Set(halfDoneClients.map(({ mistake }) => mistake)).size).toBeGreaterThanOrEqual(10);
  });

  test.for(halfDoneClients.map((client) => [client.mistake, client.name, client] as const))(
    '%s: %s',
    { timeout: halfDoneClients.length * runLimitMs },
    async ([mistake, , client]) => {
      const { diagnosis } = (await verdicts.get(client)) ?? expect.fail('not checked');
      expect(diagnosis.mistakes[0], 'the first mistake that is named').toMatchObject({ id: mistake });
    },
  );
});

function lessonThirtyThree(): Lesson {
  const place = findLesson('33');
  const loaded = place && loadManifest(place.folder);
  if (!loaded?.ok) throw new Error('lesson 33 cannot be read');
  return { ...place, manifest: loaded.manifest } as Lesson;
}
