/**
 * `pnpm verify:cached`: every lesson through turbo, which skips those that were verified with the same content before. A
 * verdict holds for one Node version on one platform with one way of finding left processes, which turbo's own hash leaves
 * out; so they go into it here.
 */
import { spawnSync } from 'node:child_process';
import { packageBin } from './lesson/collect/package-bin.ts';
import { exitCode } from './lesson/exit-codes.ts';
import { chooseGuard, findAbilities } from './lesson/process/guard.ts';
import { repositoryRoot } from './lesson/repository.ts';

const { method } = chooseGuard(findAbilities());
const runtime = `node-${process.versions.node}-${process.platform}-${process.arch}-${method}`;
const result = spawnSync(
  process.execPath,
  [packageBin('turbo', 'turbo'), 'run', 'verify', '--concurrency=1', ...process.argv.slice(2)],
  {
    cwd: repositoryRoot,
    stdio: 'inherit',
    env: { ...process.env, LESSON_RUNTIME: runtime, TURBO_TELEMETRY_DISABLED: '1' },
  },
);
process.exitCode = result.status ?? (result.error ? exitCode.couldNotTell : exitCode.interrupted);
