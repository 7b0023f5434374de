/** `main.js <url>`: a server of stdio that is one of HTTP. Ends with its stdin. */
import { Bridge } from './bridge.ts';
import { linesOf } from './lines.ts';

const url = process.argv[2];
if (url === undefined) throw new Error('usage: main.js <url>');

const complain = (what: string): void => void process.stderr.write(`bridge: ${what}\n`);
const bridge = new Bridge({
  url,
  write: (message) => void process.stdout.write(`${message}\n`),
  complain,
  fail: (what) => {
    complain(what);
    process.exit(1);
  },
});
for await (const line of linesOf(process.stdin)) if (line !== '') bridge.send(line);
await bridge.close();
// Sockets that are kept alive are nobody's any more.
process.exit(0);
