/**
 * `node --import …/temp-folder.mjs --import tsx …`: says in one line what is wrong with the temp folder. tsx keeps what it
 * compiled there and dies with a stack and exit 1 where it cannot; whatever is verified is copied there too. Plain
 * JavaScript, because it has to speak before anything else can be read.
 */
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

try {
  rmdirSync(mkdtempSync(join(tmpdir(), 'lesson-')));
} catch (error) {
  const why = String(error instanceof Error ? error.message : error).split(', ')[0];
  const variable = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';
  process.stderr.write(
    `the temp folder ${tmpdir()} cannot be used (${why}): make it writable, or set ${variable} to a folder that is\n` +
      `临时目录 ${tmpdir()} 用不了（${why}）：请让它可写，或者把 ${variable} 设成一个可写的目录\n`,
  );
  process.exit(3); // could not tell, as in lesson/exit-codes.ts
}
