/**
 * A host to be killed: starts the servers of its argument (JSON: an array of options), prints a line with the pids of the
 * servers and of the supervisor, and does what it is told on stdin: `close` closes them, `end` exits without closing. The
 * end of stdin is no news to it.
 */
import { createInterface } from 'node:readline';
import { hostReaper } from '../../../src/stdio/reaper.ts';
import type { StdioOptions } from '../../../src/stdio/stdio-options.ts';
import { StdioTransport } from '../../../src/stdio/stdio-transport.ts';
import { resolveStdio } from './resolve.ts';

const servers: StdioOptions[] = JSON.parse(process.argv[2] ?? '[]');
const transports = servers.map((options) => StdioTransport.open(resolveStdio(options)));
process.stdout.write(`${JSON.stringify({ servers: transports.map(({ pid }) => pid), supervisor: hostReaper.pid })}\n`);

// Nothing in here keeps the host alive but its servers and this pipe.
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  if (line === 'end') process.exit(0);
  lines.close();
  process.stdin.destroy();
  void Promise.all(transports.map((transport) => transport.close())).then(() => process.stdout.write('closed\n'));
});
