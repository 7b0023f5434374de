/** A server that says what another process makes it say: its stdin and stdout are a connection to that one's port. */
import { connect } from 'node:net';

const socket = connect(Number(process.argv[2]), '127.0.0.1');
let isAsked = false;
socket.on('error', () => {});
socket.on('close', () => process.exit(isAsked ? 0 : 3));
process.stdin.on('end', () => {
  isAsked = true;
});
process.stdin.pipe(socket);
socket.pipe(process.stdout, { end: false });
