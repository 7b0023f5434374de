import { join } from 'node:path';
import { loadConfigFromFile, mergeConfig, type UserConfig } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/**
 * The config of every verified run: the lab's own config (so that a broken one is noticed), with what would soften or
 * blur a verdict taken out. The run's folder, order and limits come from the environment that the verifier sets.
 */
export default defineConfig(async ({ command, mode }) => {
  const root = process.env['LESSON_VARIANT'];
  const out = process.env['LESSON_OUT'];
  const testMs = Number(process.env['LESSON_TEST_MS']);
  if (!root || !out || !(testMs > 0)) throw new Error('this config is for the lesson verifier alone');
  const lab = await loadConfigFromFile({ command, mode }, join(root, 'vitest.config.ts'), root, 'error');
  if (!lab) throw new Error('the lab has no vitest.config.ts');
  refuseSurprises(lab.config);
  const strict: ViteUserConfig = {
    root,
    cacheDir: join(out, 'vite'),
    test: {
      watch: false,
      retry: 0,
      bail: 0,
      allowOnly: false,
      passWithNoTests: false,
      dangerouslyIgnoreUnhandledErrors: false,
      testTimeout: testMs,
      hookTimeout: testMs,
      teardownTimeout: 3000,
      runner: join(import.meta.dirname, 'order-runner.ts'),
    },
  };
  return mergeConfig(lab.config, strict);
});

const allowed = new Set(['name', 'include', 'testTimeout', 'hookTimeout']);

/** A lab says which tests there are and how long they may take. Anything else could soften a verdict: hooks that swallow errors, retries, setup files, other projects. */
function refuseSurprises(config: UserConfig): void {
  const outside = Object.keys(config).filter((key) => key !== 'test');
  const inside = Object.keys(config.test ?? {}).filter((key) => !allowed.has(key));
  if (outside.length + inside.length === 0) return;
  throw new Error(
    `vitest.config.ts may set ${[...allowed].map((key) => `test.${key}`).join(', ')}; it also sets ${[...outside, ...inside.map((key) => `test.${key}`)].join(', ')}`,
  );
}
