import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TraceRecord } from '@coding-agent/extensions/trace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../../../learner/cli.ts';
import { tracedLessons } from '../../../learner/trace/lesson-pictures.ts';
import { recordPlay } from '../../../learner/trace/record-play.ts';
import { storyOf, type Story } from '../../../learner/trace/story.ts';
import { traceOfPlay } from '../../../learner/trace/trace-of-play.ts';
import { applyPatchFile } from '../../../lesson/collect/patches.ts';
import { readVariant } from '../../../lesson/collect/variant-files.ts';
import { languages } from '../../../lesson/manifest/schema.ts';
import { repositoryRoot } from '../../../lesson/repository.ts';

// What the lessons of this repository declare to be drawn, drawn for real.

const traced = tracedLessons().map(({ folder, manifest, trace }) => {
  const { id } = manifest;
  return { folder, id, number: id.slice(0, 2), trace };
});

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'traces-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('there is something to draw in lesson 33', () => {
  expect(traced.map(({ number }) => number)).toContain('33');
});

describe.for(traced)('$id', ({ folder, id, number, trace }) => {
  let unsafe: { readonly story: Story; readonly records: readonly TraceRecord[] };
  let solution: typeof unsafe;

  /** Lets the callers ask the solution, with a patch or without. */
  async function playWith(patch?: string): Promise<typeof unsafe> {
    const home = join(folder, 'solution');
    const files = readVariant(home);
    const patched =
      patch === undefined ? files : applyPatchFile(files, join(folder, 'wrong', `${patch}.patch`), '').files;
    const { entries, run } = await recordPlay({
      root: repositoryRoot,
      home,
      files: patched,
      play: trace.play,
      limits: { rssMb: 1024, outputKb: 64 },
      signal: new AbortController().signal,
    });
    expect(run).toMatchObject({ ended: 'exit', exitCode: 0, output: '', processes: { left: [] } });
    const story = storyOf(entries);
    const texts = { scene: String, wrongAnswer: String, inVain: String, notProtocol: '', failed: String };
    return { story, records: traceOfPlay({ entries, story, client: 'x', lessonVersion: '1', texts }).records };
  }

  beforeAll(async () => {
    [unsafe, solution] = await Promise.all([playWith(trace.unsafe), playWith()]);
  }, 120_000);

  const mixedUp = (records: readonly TraceRecord[]): TraceRecord[] =>
    records.filter((record) => record.type === 'request' && record.answeredWith !== undefined);

  test('the unsafe client gives callers the answers of others, and its records say whose', () => {
    expect(unsafe.story.end).toEqual({ kind: 'ended' });
    expect(mixedUp(unsafe.records)).not.toEqual([]);
    for (const record of mixedUp(unsafe.records)) expect(record).toMatchObject({ state: 'fulfilled' });
  });

  test('the solution gives nobody what is not its own, and lets nobody wait in vain', () => {
    expect(solution.story.end).toEqual({ kind: 'ended' });
    expect(mixedUp(solution.records)).toEqual([]);
    expect(solution.story.callers.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'own')).toEqual(
      solution.story.callers.flatMap(({ outcome }) => (outcome === 'gave-up' ? [outcome] : [])),
    );
  });

  test('the server sends the same answers in the same order to both', () => {
    const answers = ({ steps }: Story): unknown[] =>
      steps.flatMap((step) => (step.kind === 'given' || step.kind === 'dropped' ? [step.line?.id] : []));
    expect(answers(unsafe.story)).toEqual(answers(solution.story));
  });

  test('the scenes that are declared are the scenes that are played', () => {
    for (const { story } of [unsafe, solution]) {
      expect(story.steps.flatMap((step) => (step.kind === 'scene' ? [step.id] : []))).toEqual(
        trace.scenes.map((scene) => scene.id),
      );
    }
  });

  test.for(languages)(
    'in %s the command says what its transcript says, each time the same',
    { timeout: 120_000 },
    async (language) => {
      const said = { out: '', err: '' };
      const code = await runCli(['trace', number, '--lang', language], {
        root: repositoryRoot,
        workFolder: join(scratch, '.lesson'),
        cwd: scratch,
        env: {},
        systemLocale: 'en-US',
        out: { write: (text) => void (said.out += text), columns: 80 },
        err: { write: (text) => void (said.err += text), columns: 80 },
        signal: new AbortController().signal,
        now: () => new Date(),
      });
      expect(code, said.err).toBe(0);
      await expect(said.out).toMatchFileSnapshot(`../transcripts/trace-${number}.${language}.txt`);
      expect(readFileSync(join(scratch, '.lesson', `${id}-trace.html`), 'utf8')).toMatch(/^<!doctype html>/i);
    },
  );
});
