import { exitCode, worstOf } from './exit-codes.ts';

/**
 * For the process's whole life: what happens when nobody can read what we say. Whoever reads us may leave early
 * (`| head`): that is quiet, ends no run and loses no verdict. When the words themselves are lost (a full disk), it is said
 * on stderr, and the exit status says that nothing could be told, unless it already says something that weighs more.
 */
export function watchOutput(lostText: (why: string) => string): void {
  let isLost = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isLost || error.code === 'EPIPE' || error.code === 'EOF') return;
    isLost = true;
    process.stderr.write(`${lostText(error.message)}\n`);
  });
  process.stderr.on('error', () => {}); // there is no third place to say it
  process.on('exit', (code) => {
    if (!isLost) return;
    const own = Object.values(exitCode).filter((known) => known === code);
    process.exitCode = worstOf([...own, exitCode.couldNotTell]);
  });
}
