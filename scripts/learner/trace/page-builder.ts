import type { renderTracePage } from '@coding-agent/trace-page';
import { packageBin } from '../../lesson/collect/package-bin.ts';
import { runTool } from '../../lesson/collect/run-tool.ts';
import { messageOf } from '../../lesson/message-of.ts';
import { repositoryRoot } from '../../lesson/repository.ts';

type RenderPage = typeof renderTracePage;

export type LoadedPage =
  { readonly ok: true; readonly render: RenderPage } | { readonly ok: false; readonly why: string };

/** How the page comes to be, to be replaced in tests. */
export interface PageSource {
  readonly load: () => Promise<LoadedPage>;
  /** Resolves with what went wrong, if anything did. */
  readonly build: (signal: AbortSignal) => Promise<string | undefined>;
}

/**
 * The function that makes the page. Its package has to be built, and a fresh install has not built it: that is done here,
 * once. Rejects when `signal` aborts, and for nothing else.
 */
export async function loadTracePage(
  signal: AbortSignal,
  onBuild: () => void,
  { load, build }: PageSource = ofThisRepository,
): Promise<LoadedPage> {
  const first = await load();
  if (first.ok) return first;
  onBuild();
  const problem = await build(signal);
  signal.throwIfAborted();
  return problem === undefined ? load() : { ok: false, why: problem };
}

const ofThisRepository: PageSource = {
  load: async () => {
    try {
      const { renderTracePage: render } = await import('@coding-agent/trace-page');
      return { ok: true, render };
    } catch (error) {
      return { ok: false, why: messageOf(error) };
    }
  },
  build: async (signal) => {
    const turbo = [packageBin('turbo', 'turbo'), 'run', 'build', '--filter=@coding-agent/trace-page'];
    const { exitCode, failure, stdout, stderr } = await runTool(turbo, { cwd: repositoryRoot, signal });
    return exitCode === 0 ? undefined : (failure ?? `${stdout}\n${stderr}`.trim().slice(-600));
  },
};
