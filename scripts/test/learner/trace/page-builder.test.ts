import { expect, test } from 'vitest';
import { loadTracePage, type LoadedPage, type PageSource } from '../../../learner/trace/page-builder.ts';

const render = (): string => '<!doctype html>';
const missing: LoadedPage = { ok: false, why: 'there is no dist' };
const built: LoadedPage = { ok: true, render };

/** A package that can be loaded after so many builds. */
function source(builds: number, problem?: string): { source: PageSource; said: string[]; say: () => void } {
  const said: string[] = [];
  let done = 0;
  return {
    said,
    say: () => void said.push('building'),
    source: {
      load: async () => (done >= builds ? built : missing),
      build: async () => {
        done += 1;
        said.push('built');
        return problem;
      },
    },
  };
}

const { signal } = new AbortController();

test('what is built is not built again', async () => {
  const { source: page, said, say } = source(0);
  expect(await loadTracePage(signal, say, page)).toBe(built);
  expect(said).toEqual([]);
});

test('on a fresh install it is built first, and said so', async () => {
  const { source: page, said, say } = source(1);
  expect(await loadTracePage(signal, say, page)).toBe(built);
  expect(said).toEqual(['building', 'built']);
});

test('a build that fails is told; one that succeeds and brings nothing, too', async () => {
  expect(await loadTracePage(signal, () => {}, source(1, 'no compiler').source)).toEqual({
    ok: false,
    why: 'no compiler',
  });
  expect(await loadTracePage(signal, () => {}, source(2).source)).toBe(missing);
});

test('an abort while it is built is passed on', async () => {
  const interrupted = new AbortController();
  const { source: page } = source(1);
  await expect(loadTracePage(interrupted.signal, () => interrupted.abort(new Error('Ctrl-C')), page)).rejects.toThrow(
    'Ctrl-C',
  );
});

test('the page of this repository is built for the tests, and makes a page', async () => {
  const loaded = await loadTracePage(signal, () => expect.unreachable('the tests of a package run after builds'));
  expect(loaded.ok && loaded.render([])).toMatch(/^<!doctype html>/i);
});
