/** Runs a loop without end, guarded, until somebody kills this process. Arguments: how the run is guarded, a word to find it by. */
import { tmpdir } from 'node:os';
import { chooseGuard, findAbilities } from '../../lesson/process/guard.ts';
import { runGuarded } from '../../lesson/process/guarded-run.ts';

const [how = '', word = ''] = process.argv.slice(2);
const abilities = findAbilities();
const script = `require('child_process').spawn(process.execPath, ['-e', 'for (;;);', '${word}'], { stdio: 'ignore', detached: true }); '${word}'; for (;;);`;
await runGuarded({
  guard: chooseGuard(
    { ...abilities, parentDeathSignal: how === 'namespace-alone' ? false : abilities.parentDeathSignal },
    how === 'marker' ? 'marker' : 'auto',
  ),
  executable: process.execPath,
  args: ['-e', script],
  cwd: tmpdir(),
  env: { PATH: process.env['PATH'] ?? '' },
  out: tmpdir(),
  timeoutMs: 60_000,
  maxOutputBytes: 100_000,
  maxRssBytes: 2 ** 31,
  signal: new AbortController().signal,
});
