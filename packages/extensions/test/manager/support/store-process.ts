/**
 * A process that uses a file of the manager beside others. Its arguments: the file, then
 * `add <name> <count>`: puts that many entries into the quarantine, one by one, and exits;
 * `hold`: takes the lock of the file, says `held`, and keeps it until it is killed;
 * `write <bytes>`: writes a draft beside the file, as a process does that dies while it writes, says `written`, and waits.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { withFileLock } from '../../../src/manager/file-lock.ts';
import { openQuarantineFile } from '../../../src/manager/quarantine.ts';

const [path = '', what = '', name = '', count = '0'] = process.argv.slice(2);

const forEver = new Promise<void>(() => setTimeout(() => process.exit(3), 60_000));

if (what === 'add') {
  const store = openQuarantineFile(path);
  for (let at = 0; at < Number(count); at += 1) {
    const identityHash = createHash('sha256').update(`${name} ${at}`).digest('hex');
    await store.add({ identityHash, serverName: name, cause: 'test', failures: at, since: new Date().toISOString() });
  }
  process.exit(0);
}
await withFileLock(`${path}.lock`, async () => {
  if (what === 'write')
    writeFileSync(join(dirname(path), `.${basename(path)}.0123456789abcdef.tmp`), '{"version": 1, "qua');
  process.stdout.write(`${what === 'write' ? 'written' : 'held'}\n`);
  await forEver;
});
