/**
 * A small MCP server over stdio, with faults on demand: `node server.mjs --mode=… --shape=… --journal=…`.
 *
 * It is started hundreds of times by tests, so it is plain JavaScript that Node runs as it is, imports little, and
 * loads the file of its one mode only. Nothing but protocol is written to stdout, unless that is the fault. It ends
 * when its stdin ends, unless that is the fault, and kills itself after `--self-kill-ms` in any case.
 */
import { readArguments } from './arguments.mjs';
import { openJournal } from './journal.mjs';
import { FixtureProcess } from './process.mjs';

/** @import { CreateMode, ServerOptions } from './types.ts' */

try {
  const options = readArguments(process.argv.slice(2));
  const server = new FixtureProcess(options, openJournal(options.journal));
  await server.run(await loadMode(options));
} catch (error) {
  // An unusable command line. The exit code is set, not forced: the text still has to reach the pipe.
  process.stderr.write(`fixture server: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

/**
 * @param {ServerOptions} options
 * @returns {Promise<CreateMode>}
 */
async function loadMode({ mode }) {
  if (mode === 'normal') return () => ({});
  try {
    return (await import(`./modes/${mode}.mjs`)).createMode;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(`unknown mode ${JSON.stringify(mode)}`, { cause: error });
  }
}
