/** A host that has no file descriptors left opens a transport, and prints how that ended. */
import { closeSync, openSync } from 'node:fs';
import { StdioTransport } from '../../../src/stdio/stdio-transport.ts';
import { resolveStdio } from './resolve.ts';

const options = resolveStdio({ executable: 'true' });
const held: number[] = [];
try {
  for (;;) held.push(openSync('/dev/null', 'r'));
} catch {
  // EMFILE: that is the point
}
const transport = StdioTransport.open(options);
transport.onDiagnostic = ({ message }) => process.stdout.write(`${message}\n`);
transport.onClose = ({ code, errno, message }) => {
  for (const fd of held) closeSync(fd);
  process.stdout.write(`${JSON.stringify({ code, errno, message })}\n`);
};
