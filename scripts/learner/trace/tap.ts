/**
 * `tap.ts <journal> <server> <arguments…>`: stands between a client and its server, passes on every byte as it is, and
 * writes down each line before it passes it on. To the client it looks like the server: it ends as the server ends.
 */
import { spawn } from 'node:child_process';
import { pipeline, Transform } from 'node:stream';
import { BoundedLines } from './bounded-lines.ts';
import { appendTo, type Direction } from './journal.ts';

/** A client that loops would fill the disk: more lines than this are counted only. */
const mostLines = 2_000;
const longestLineBytes = 64 * 1024;

const [journal = '', executable = '', ...args] = process.argv.slice(2);
const note = appendTo(journal);
let seen = 0;

const server = spawn(executable, args, { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
note({ event: 'server-started' });

// A pipe that breaks on one side is closed on the other; there is nobody here to tell.
const ignore = (): void => {};
pipeline(process.stdin, tapped('to-server'), server.stdin, ignore);
server.stdout.pipe(tapped('from-server')).pipe(process.stdout, { end: false });
process.stdout.on('error', () => server.stdout.destroy());
process.stderr.on('error', ignore);
server.stderr.on('data', (chunk: Buffer) => {
  note({ event: 'stderr', bytes: chunk.length });
  process.stderr.write(chunk);
});

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    note({ event: 'signal', signal });
    server.kill(signal);
  });
}
server.on('error', () => process.exit(1));
server.on('close', (exitCode, signal) => {
  if (seen > mostLines) note({ event: 'lines-dropped', count: seen - mostLines });
  note({ event: 'server-exited', exitCode, signal });
  // The callback comes after all that was written before, so nothing of the server's is lost.
  process.stdout.write('', () => {
    if (signal === null) process.exit(exitCode ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
});

function tapped(direction: Direction): Transform {
  const lines = new BoundedLines(longestLineBytes);
  return new Transform({
    transform: (chunk: Buffer, _encoding, pass) => {
      for (const line of lines.push(chunk)) {
        seen += 1;
        if (seen <= mostLines) note({ event: 'line', direction, ...line });
      }
      pass(null, chunk);
    },
    flush: (end) => {
      if (direction === 'to-server') note({ event: 'stdin-ended' });
      end();
    },
  });
}
